/* The worker counts its run after it has unlocked, when main may have freed the record. */
#include <pthread.h>
#include <stdlib.h>

struct work { pthread_mutex_t m; pthread_cond_t c; int done, runs; };

static void *worker(void *arg)
{
    struct work *work = arg;

    pthread_mutex_lock(&work->m);
    work->done = 1;
    pthread_cond_signal(&work->c);
    pthread_mutex_unlock(&work->m);
    work->runs = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    struct work *work = malloc(sizeof *work);

    pthread_mutex_init(&work->m, 0);
    pthread_cond_init(&work->c, 0);
    work->done = 0;
    pthread_create(&t, 0, worker, work);
    pthread_mutex_lock(&work->m);
    while (!work->done)
        pthread_cond_wait(&work->c, &work->m);
    pthread_mutex_unlock(&work->m);
    pthread_cond_destroy(&work->c);
    pthread_mutex_destroy(&work->m);
    free(work);
    pthread_join(t, 0);
    return 0;
}
