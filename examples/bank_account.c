/* The repaired bank: every transfer holds the bank's mutex.
 *
 *     raddle check examples/bank_account.c
 *     raddle check --property no-data-race examples/bank_account.c
 *
 * Now a transfer is one indivisible step for everyone else. Raddle answers TRUE to both questions: in no
 * interleaving is money lost, and no two threads touch a balance at the same time. The final assertion needs no lock
 * because main has joined both threads before. bank_account_race.c is the same program without the mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;
static int alice = 100;
static int bob = 100;

static void transfer(int *from, int *to, int amount)
{
    pthread_mutex_lock(&bank);
    *from -= amount;
    *to += amount;
    pthread_mutex_unlock(&bank);
}

static void *pay_rent(void *unused)
{
    transfer(&alice, &bob, 30);
    return unused;
}

static void *pay_back_lunch(void *unused)
{
    transfer(&bob, &alice, 10);
    return unused;
}

int main(void)
{
    pthread_t rent, lunch;

    pthread_create(&rent, NULL, pay_rent, NULL);
    pthread_create(&lunch, NULL, pay_back_lunch, NULL);
    pthread_join(rent, NULL);
    pthread_join(lunch, NULL);

    assert(alice + bob == 200);
    return 0;
}
