/* One lock per account, always taken in the order of the account numbers: no cycle of waiting is possible.
 * Both locks are held during a transfer, so the balances are protected and add up. */
#include <assert.h>
#include <pthread.h>

struct account {
    int number;
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {
    { 0, PTHREAD_MUTEX_INITIALIZER, 100 },
    { 1, PTHREAD_MUTEX_INITIALIZER, 100 },
};

static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from->number < to->number ? from : to;
    struct account *second = first == from ? to : from;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *rent(void *unused)
{
    transfer(&accounts[0], &accounts[1], 30);
    return unused;
}

static void *gift(void *unused)
{
    transfer(&accounts[1], &accounts[0], 10);
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, rent, NULL);
    pthread_create(&t2, NULL, gift, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(accounts[0].balance == 80 && accounts[1].balance == 120);
    return 0;
}
