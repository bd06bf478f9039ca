/* A bank without locks: two transfers between the same accounts run at once.
 * Updates of a balance can be lost, so the total may change; the balances race. */
#include <assert.h>
#include <pthread.h>

struct account {
    int balance;
};

static struct account alice = { 100 }, bob = { 100 };

static void transfer(struct account *from, struct account *to, int amount)
{
    from->balance -= amount;
    to->balance += amount;
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
    assert(alice.balance + bob.balance == 200);
    return 0;
}
