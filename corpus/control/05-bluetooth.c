/* "Bluetooth" of the paper on control abstraction: how a driver is stopped (S. Qadeer, D. Wu, KISS, PLDI 2004), with the error mended that KISS found: a worker looks at the flag and
 * counts itself in in one step. The stopper waits until nobody is counted. The main thread is the worker. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int pending = 1;
static int stopping_flag, stopping_event, stopped;

static void io_decrement(void)
{
    __VERIFIER_atomic_begin();
    pending = pending - 1;
    if (pending == 0)
        stopping_event = 1;
    __VERIFIER_atomic_end();
}

static int io_increment(void)
{
    int status = -1;
    __VERIFIER_atomic_begin();
    if (!stopping_flag) {
        pending = pending + 1;
        status = 0;
    }
    __VERIFIER_atomic_end();
    return status;
}

static void *stopper(void *unused)
{
    stopping_flag = 1;
    io_decrement();
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(stopping_event);
    stopped = 1;
    __VERIFIER_atomic_end();
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
