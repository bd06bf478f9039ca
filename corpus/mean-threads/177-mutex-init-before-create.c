// POSIX 4.12 memory synchronisation: pthread_create orders the initialisation before the new thread.
#include <pthread.h>
static pthread_mutex_t m;
static int x;
static void *other(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
    return 0;
}
