// POSIX pthread_mutex_trylock: 0 means acquired, everything else not.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *a) {
    int rc = pthread_mutex_trylock(&m);
    if (rc != 0) return 0;
    x++;
    if (rc == 0) pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
