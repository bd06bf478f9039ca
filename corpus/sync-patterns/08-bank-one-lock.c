/* The bank repaired by one lock for all accounts: a transfer is indivisible for everyone who takes the lock.
 * An auditor does and always sees the full total. One lock, never nested: no deadlock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;
static int alice = 100, bob = 100;

static void transfer(int *from, int *to, int amount)
{
    pthread_mutex_lock(&bank);
    *from -= amount;
    *to += amount;
    pthread_mutex_unlock(&bank);
}

static void *rent(void *unused)
{
    transfer(&alice, &bob, 30);
    return unused;
}

static void *gift(void *unused)
{
    transfer(&bob, &alice, 10);
    return unused;
}

static void *auditor(void *unused)
{
    pthread_mutex_lock(&bank);
    int total = alice + bob;
    pthread_mutex_unlock(&bank);
    assert(total == 200);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, rent, NULL);
    pthread_create(&t[1], NULL, gift, NULL);
    pthread_create(&t[2], NULL, auditor, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(alice == 80 && bob == 120);
    return 0;
}
