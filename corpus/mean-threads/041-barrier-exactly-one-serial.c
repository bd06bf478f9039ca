// POSIX pthread_barrier_wait: exactly one unspecified thread gets PTHREAD_BARRIER_SERIAL_THREAD, the others 0.
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
static pthread_barrier_t b;
static atomic_int serial;
static void *work(void *a) {
    int rc = pthread_barrier_wait(&b);
    assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
    if (rc != 0) serial++;
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_barrier_init(&b, 0, 3);
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(serial == 1);
    return 0;
}
