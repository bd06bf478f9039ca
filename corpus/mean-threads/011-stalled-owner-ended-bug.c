// POSIX pthread_mutexattr_getrobust: a PTHREAD_MUTEX_STALLED mutex (the default) stays locked when its owner ends.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *dies(void *a) { pthread_mutex_lock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, dies, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
