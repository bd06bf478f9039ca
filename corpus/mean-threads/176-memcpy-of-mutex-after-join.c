// Pthread_join orders the copy after everything the other thread did.
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t copy;
static void *other(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);

    pthread_join(t, 0);    memcpy(&copy, &m, sizeof m);
    return 0;
}
