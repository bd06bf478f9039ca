/* A barrier separates two phases: in the first each thread writes its own cell, in the
 * second it reads its neighbour's.  Exactly one thread is told it is the serial one. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;
static int cell[2];
static int serial[2];

static void phase(int me)
{
    int rc;

    cell[me] = me + 1;
    rc = pthread_barrier_wait(&bar);
    assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
    serial[me] = rc == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(cell[!me] == 2 - me);
}

static void *second(void *arg)
{
    phase(1);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&t, 0, second, 0);
    phase(0);
    pthread_join(t, 0);
    assert(serial[0] + serial[1] == 1);
    pthread_barrier_destroy(&bar);
    return 0;
}
