// The flag changes under the mutex, so the signal after the unlock cannot be lost.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int flag;
static void *waiter(void *a) {
    pthread_mutex_lock(&m);
    while (!flag)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    pthread_join(t, 0);
    return 0;
}
