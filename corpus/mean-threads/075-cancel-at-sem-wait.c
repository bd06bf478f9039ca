// POSIX: sem_wait is a cancellation point; joining a cancelled thread gives PTHREAD_CANCELED.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static void *work(void *a) { sem_wait(&s); return 0; }
int main(void) {
    pthread_t t;
    void *r;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &r);
    assert(r == PTHREAD_CANCELED);
    return 0;
}
