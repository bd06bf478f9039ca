// As its twin, but consumers broadcast, so the producer wakes up too.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int full;
static void *consumer(void *a) {
    pthread_mutex_lock(&m);
    while (!full) pthread_cond_wait(&c, &m);
    full = 0;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
static void produce(void) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&c, &m);
    full = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, consumer, 0);
    pthread_create(&u, 0, consumer, 0);
    produce();
    produce();
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
