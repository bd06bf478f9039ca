/* A thread reads its own id out of the structure, where its creator may still have to write it. */
#include <pthread.h>

enum { THREADS = 2 };
static struct pool {
    pthread_mutex_t lock;
    pthread_t ids[THREADS];
    int stop;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *work(void *given)
{
    long me = (long)given;
    pthread_mutex_lock(&pool.lock);
    pthread_t id = pool.ids[me]; /* RACE */
    pthread_mutex_unlock(&pool.lock);
    return (void *)id;
}

int main(void)
{
    for (long i = 0; i < THREADS; i++)
        pthread_create(&pool.ids[i], 0, work, (void *)i); /* RACE */
    return 0;
}
