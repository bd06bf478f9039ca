/* As its right twin, but the generation wraps as soon as it has reached four: once the waiting thread sees it fall. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned generation;

static void *advance(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        generation = (generation + 1) % 4;
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
