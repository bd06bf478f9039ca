/* Of the threads that a barrier lets go exactly one gets PTHREAD_BARRIER_SERIAL_THREAD, which is not 0; the others get 0.
   Which one is not said. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;
int serial[2];

void *worker(void *arg)
{
    int r = pthread_barrier_wait(&b);
    serial[1] = r == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(r == 0 || serial[1]);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, worker, 0);
    serial[0] = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
    pthread_join(t, 0);
    assert(serial[0] + serial[1] == 1);
    return 0;
}
