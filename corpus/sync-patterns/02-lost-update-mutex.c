/* The repaired counter: each increment holds the mutex, so no two increments overlap and none is lost.
 * Main reads the counter after joining both threads and needs no lock for it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *times)
{
    for (long i = 0; i < (long)times; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, increment, (void *)2L);
    pthread_create(&b, NULL, increment, (void *)3L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 5);
    return 0;
}
