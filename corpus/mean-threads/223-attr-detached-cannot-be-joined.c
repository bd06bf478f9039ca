// A thread created with PTHREAD_CREATE_DETACHED: pthread_join returns EINVAL at once while it is alive.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
static sem_t s;
static void *work(void *a) { sem_wait(&s); return 0; }
int main(void) {
    pthread_attr_t a;
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &a, work, 0);
    assert(pthread_join(t, 0) == EINVAL);
    sem_post(&s);
    return 0;
}
