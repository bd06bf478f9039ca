// A barrier for one thread never blocks, and that thread is always the serial one.
#include <pthread.h>
#include <assert.h>
static pthread_barrier_t b;
static void *work(void *a) { pthread_barrier_wait(&b); return 0; }
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 1);
    pthread_create(&t, 0, work, 0);
    int rc = pthread_barrier_wait(&b);
    pthread_join(t, 0);
    assert(rc == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
