// After the post the thread need not have ended yet.
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
static sem_t s;
static void *work(void *a) { sem_wait(&s); return a; }
int main(void) {
    pthread_t t;
    void *r = 0;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, &s);
    assert(pthread_tryjoin_np(t, &r) == EBUSY);
    sem_post(&s);
    assert(pthread_tryjoin_np(t, &r) == 0 && r == &s);
    return 0;
}
