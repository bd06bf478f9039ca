// Memcpy reads the bytes of a mutex that another thread may be locking: an unordered plain read of an object that
// pthread_mutex_lock writes.
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t copy;
static void *other(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    memcpy(&copy, &m, sizeof m);
    pthread_join(t, 0);
    return 0;
}
