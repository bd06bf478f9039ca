// The second mutex is only tried, and the first is released on EBUSY: nobody waits in a cycle.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *other(void *arg) {
    pthread_mutex_lock(&b);
    if (pthread_mutex_trylock(&a) == 0) { x++; pthread_mutex_unlock(&a); }
    pthread_mutex_unlock(&b);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(t, 0);
    assert(x == 1 || x == 2);
    return 0;
}
