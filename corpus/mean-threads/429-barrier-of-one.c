/* A barrier for one thread lets each caller go at once, as the serial thread; a count of 0 is refused with EINVAL. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t b;
    assert(pthread_barrier_init(&b, 0, 0) == EINVAL);
    assert(pthread_barrier_init(&b, 0, 1) == 0);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&b) == 0);
    return 0;
}
