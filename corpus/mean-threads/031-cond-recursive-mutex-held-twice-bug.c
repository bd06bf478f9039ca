// POSIX pthread_mutexattr_settype: pthread_cond_wait on a recursive mutex locked twice does not release it.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static void *waiter(void *a) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    while (!flag)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
