// POSIX: EOWNERDEAD means the lock was acquired; a thread that returns as after an error keeps it while main waits
// for the next one.
#include <pthread.h>
static pthread_mutex_t m;
static void *dies(void *a) { pthread_mutex_lock(&m); return 0; }
static void *next(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_mutexattr_t at;
    pthread_t t;
    pthread_mutexattr_init(&at);
    pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &at);
    pthread_create(&t, 0, dies, 0);
    pthread_join(t, 0);
    if (pthread_mutex_lock(&m) == 0)
        pthread_mutex_unlock(&m);
    pthread_create(&t, 0, next, 0);
    pthread_join(t, 0);
    return 0;
}
