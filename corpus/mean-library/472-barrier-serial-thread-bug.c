/* Which thread gets PTHREAD_BARRIER_SERIAL_THREAD is not said. */
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int serial[2];
static void *wait(void *at)
{
    serial[(long)at] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    return 0;
}
int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, wait, (void *)1);
    wait((void *)0);
    pthread_join(thread, 0);
    assert(serial[0] == 1);
    return 0;
}
