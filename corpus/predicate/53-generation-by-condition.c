/* A thread waits on a condition variable until the generation has changed; generations only go up.
 * What must be found: after the wait the generation is above the one that was seen before, why ever the wait returns. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned generation;

static void *advance(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        if (generation < 4000000000u)
            generation++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, advance, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        unsigned seen = generation;
        while (generation == seen)
            pthread_cond_wait(&changed, &lock);
        assert(generation > seen);
        pthread_mutex_unlock(&lock);
    }
}
