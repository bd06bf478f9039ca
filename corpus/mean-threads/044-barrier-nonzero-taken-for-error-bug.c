// POSIX pthread_barrier_wait: PTHREAD_BARRIER_SERIAL_THREAD is not 0 and not an error.
#include <pthread.h>
#include <assert.h>
static pthread_barrier_t b;
static void *work(void *a) { if (pthread_barrier_wait(&b) != 0) assert(0); return 0; }
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
