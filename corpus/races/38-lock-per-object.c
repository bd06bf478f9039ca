/* Every account has its own mutex: threads working on the same account exclude each
 * other, on different accounts they need not. */
#include <assert.h>
#include <pthread.h>

struct account { pthread_mutex_t lock; int balance; };

static struct account acc[2] = {
    { PTHREAD_MUTEX_INITIALIZER, 100 },
    { PTHREAD_MUTEX_INITIALIZER, 200 },
};

static void pay(struct account *a, int n)
{
    pthread_mutex_lock(&a->lock);
    a->balance += n;
    pthread_mutex_unlock(&a->lock);
}

static void *clerk(void *arg)
{
    pay(&acc[0], 1);
    pay(&acc[1], 2);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, clerk, 0);
    pay(&acc[1], 20);
    pthread_join(t, 0);
    assert(acc[0].balance == 101 && acc[1].balance == 222);
    return 0;
}
