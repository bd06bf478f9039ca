/* "Bluetooth" of the paper on control abstraction: how a driver is stopped (S. Qadeer, D. Wu, KISS, PLDI 2004), with the error mended that KISS found. A worker
 * counts itself in before it looks at the flag; the stopper waits until nobody is counted. The main thread is the worker. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int pending = 1;
static int stopping_flag, stopping_event, stopped;

static void io_decrement(void)
{
    int left;
    __VERIFIER_atomic_begin();
    pending = pending - 1;
    left = pending;
    __VERIFIER_atomic_end();
    if (left == 0)
        stopping_event = 1;
}

static int io_increment(void)
{
    __VERIFIER_atomic_begin();
    pending = pending + 1;
    __VERIFIER_atomic_end();
    if (stopping_flag) {
        io_decrement();
        return -1;
    }
    return 0;
}

static void *stopper(void *unused)
{
    stopping_flag = 1;
    io_decrement();
    while (!stopping_event)
        ;
    stopped = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, stopper, 0);
    if (io_increment() == 0) {
        assert(!stopped);
        io_decrement();
    }
    return 0;
}
