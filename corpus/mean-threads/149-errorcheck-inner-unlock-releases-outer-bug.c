// An error-checking mutex refuses the inner lock (EDEADLK), but the inner unlock releases the outer one.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int x, y;
static void inner(void) { pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m); }
static void *work(void *a) {
    pthread_mutex_lock(&m);
    inner();
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
