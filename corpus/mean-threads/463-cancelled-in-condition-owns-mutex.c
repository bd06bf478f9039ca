/* A thread that is cancelled in pthread_cond_wait has the mutex again when its cleanup handlers run: the handler may unlock it, and
   with an error-checking mutex that returns 0. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void handler(void *arg)
{
    assert(pthread_mutex_unlock(&m) == 0);
}

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(handler, 0);
    for (;;)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, &r);
    assert(r == PTHREAD_CANCELED);
    assert(pthread_mutex_lock(&m) == 0);
    return 0;
}
