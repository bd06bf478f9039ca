/* pthread_cond_wait gives up the mutex while it waits: an invariant that is broken when
 * the wait begins is seen broken by the other thread.  FALSE. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int queued, served, go;

static void *server(void *arg)
{
    pthread_mutex_lock(&m);
    assert(queued == served);   /* the client breaks this while it waits */
    go = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, server, 0);
    pthread_mutex_lock(&m);
    queued++;
    while (!go)
        pthread_cond_wait(&c, &m);
    served++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
