// PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP: two locks and two unlocks release the mutex.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *other(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);    pthread_join(t, 0);
    return 0;
}
