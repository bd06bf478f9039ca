/* Detached threads, by pthread_detach on the id, on oneself, and by attribute: they run
 * on without being joined, or are cut off when main returns. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int steps;

static void *work(void *arg)
{
    if (arg)
        pthread_detach(pthread_self());
    atomic_fetch_add(&steps, 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_attr_t attr;
    int seen;

    pthread_create(&t, 0, work, 0);
    pthread_detach(t);
    pthread_create(&t, 0, work, &steps);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, work, 0);
    pthread_attr_destroy(&attr);
    seen = atomic_load(&steps);
    assert(seen >= 0 && seen <= 3);
    return 0;
}
