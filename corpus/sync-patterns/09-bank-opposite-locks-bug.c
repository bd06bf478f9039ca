/* One lock per account, taken in the order (from, to). Two opposite transfers lock the accounts in opposite
 * orders and wait for each other for ever: deadlock. The balances are always protected: no race, and if
 * both transfers end the total is right. */
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account alice = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account bob = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
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

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, rent, NULL);
    pthread_create(&t2, NULL, gift, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(alice.balance == 80);
    assert(bob.balance == 120);
    return 0;
}
