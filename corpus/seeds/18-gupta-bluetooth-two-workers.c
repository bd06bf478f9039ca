/* The repaired Bluetooth driver with two workers: the count keeps the stopper waiting until both accepted
 * requests are done. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int pending = 1;
static atomic_int stopping, drained;
static int stopped;

static void io_done(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1)
        drained = 1;
}

static void *worker(void *arg)
{
    atomic_fetch_add(&pending, 1);
    if (!stopping) {
        if (stopped)
            reach_error();
    }
    io_done();
    return arg;
}

int main(void)
{
    pthread_t v, w;
    pthread_create(&v, NULL, worker, NULL);
    pthread_create(&w, NULL, worker, NULL);

    stopping = 1;
    io_done();
    while (!drained)
        ;
    stopped = 1;

    pthread_join(v, NULL);
    pthread_join(w, NULL);
    return 0;
}
