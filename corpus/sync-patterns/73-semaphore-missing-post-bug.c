/* Main waits for one post per worker, but a worker that finds nothing to do returns without posting.
 * The second worker always finds nothing, so main waits for ever. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t finished;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs = 1;

static void *worker(void *unused)
{
    int mine = 0;

    pthread_mutex_lock(&lock);
    if (jobs > 0) {
        jobs--;
        mine = 1;
    }
    pthread_mutex_unlock(&lock);
    if (!mine)
        return unused; /* forgets to post */
    sem_post(&finished);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&finished, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    sem_wait(&finished);
    sem_wait(&finished);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(jobs == 0);
    return 0;
}
