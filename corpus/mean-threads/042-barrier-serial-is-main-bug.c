// POSIX pthread_barrier_wait: which thread is the serial one is unspecified.
#include <pthread.h>
#include <assert.h>
static pthread_barrier_t b;
static void *work(void *a) { pthread_barrier_wait(&b); return 0; }
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, work, 0);
    int rc = pthread_barrier_wait(&b);
    pthread_join(t, 0);
    assert(rc == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
