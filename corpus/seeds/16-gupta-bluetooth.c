/* The stopping procedure of the Bluetooth driver ("Bluetooth"), repaired: a request first counts itself in and then
 * looks whether the driver is stopping. The driver is stopped when the count has reached zero, that is when no
 * accepted request is running: the worker never finds it stopped, and the plain `stopped` does not race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int pending = 1; /* the driver itself counts as one */
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
    atomic_fetch_add(&pending, 1);
    if (stopping) {
        io_done();
        return false;
    }
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
