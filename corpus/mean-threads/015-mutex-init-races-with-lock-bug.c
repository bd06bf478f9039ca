// POSIX pthread_mutex_init: initialising is a write to the mutex; another thread locking it at the same time is
// unordered.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *other(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
