/* "Bluetooth" of the paper on control abstraction with the error that KISS found: a worker looks at the flag, and then counts itself in; the driver may be stopped in between. */
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
    if (stopping_flag)
        return -1;
    __VERIFIER_atomic_begin();
    pending = pending + 1;
    __VERIFIER_atomic_end();
    return 0;
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
