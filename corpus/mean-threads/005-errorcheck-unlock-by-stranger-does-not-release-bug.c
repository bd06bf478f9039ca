// POSIX pthread_mutex_unlock: EPERM for a thread that is no owner, and the mutex stays locked.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static void *holder(void *a) { pthread_mutex_lock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, holder, 0);
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
