// The thread may be cancelled at sem_wait before it gets the post.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static void *work(void *a) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sem_wait(&s);
    return a;
}
int main(void) {
    pthread_t t;
    void *r;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, &s);
    pthread_cancel(t);
    sem_post(&s);
    pthread_join(t, &r);
    assert(r == &s);
    return 0;
}
