// Every post signals.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int v;
static void *down(void *a) {
    pthread_mutex_lock(&m);
    while (v == 0) pthread_cond_wait(&c, &m);
    v--;
    pthread_mutex_unlock(&m);
    return 0;
}
static void up(void) {
    pthread_mutex_lock(&m);
    v++; pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, down, 0);
    pthread_create(&u, 0, down, 0);
    up();
    up();
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
