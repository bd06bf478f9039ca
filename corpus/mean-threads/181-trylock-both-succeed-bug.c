// Pthread_mutex_trylock fails with EBUSY while the other thread holds the mutex.
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int got;
static void *work(void *a) {
    if (pthread_mutex_trylock(&m) == 0) { got++; pthread_mutex_unlock(&m); }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(got == 2);
    return 0;
}
