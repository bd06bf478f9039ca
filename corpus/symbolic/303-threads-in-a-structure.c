/* A structure holds the lock, the state and the ids of its threads. The ids are written while threads that run use the lock and the state: those are other members. No race. */
#include <pthread.h>

enum { THREADS = 40 };
static struct pool {
    pthread_mutex_t lock;
    int counter;
    pthread_t ids[THREADS];
    int stop;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *work(void *given)
{
    struct pool *p = given;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        int stop = p->stop;
        p->counter++;
        pthread_mutex_unlock(&p->lock);
        if (stop)
            return 0;
    }
}

int main(void)
{
    for (int i = 0; i < THREADS; i++)
        pthread_create(&pool.ids[i], 0, work, &pool);
    pthread_mutex_lock(&pool.lock);
    pool.stop = 1;
    pthread_mutex_unlock(&pool.lock);
    return 0;
}
