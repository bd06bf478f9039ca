// POSIX pthread_mutex_timedlock: only result 0 means the mutex is held, and that is checked here.
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *other(void *a) {
    struct timespec past = {1, 0};
    int rc = pthread_mutex_timedlock(&m, &past);

    if (rc == 0) { x += 1; pthread_mutex_unlock(&m); }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
