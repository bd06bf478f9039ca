/* The stopping procedure as it was: a request looks at the stopping flag first and counts itself in later.
 * In between the driver can stop completely, and the request runs on a stopped driver. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int pending = 1;
static atomic_bool stopping;
static atomic_bool drained;
static bool stopped;

static void io_done(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1)
        drained = true;
}

static bool io_begin(void)
{
    if (stopping)
        return false;
    atomic_fetch_add(&pending, 1); /* too late */
    return true;
}

static void *worker(void *arg)
{
    if (io_begin()) {
        assert(!stopped);
        io_done();
    }
    return arg;
}

static void *stopper(void *arg)
{
    stopping = true;
    io_done();
    while (!drained)
        ;
    stopped = true;
    return arg;
}

int main(void)
{
    pthread_t w, s;
    pthread_create(&w, NULL, worker, NULL);
    pthread_create(&s, NULL, stopper, NULL);
    pthread_join(w, NULL);
    pthread_join(s, NULL);
    return 0;
}
