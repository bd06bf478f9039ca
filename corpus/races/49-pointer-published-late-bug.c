/* The object is protected by the mutex, the pointer to it is not: the reader's check of
 * the pointer races with the store that publishes it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value = 1;
static int *shared;

static void *publisher(void *arg)
{
    shared = &value;
    pthread_mutex_lock(&m);
    value++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, publisher, 0);
    if (shared) {
        pthread_mutex_lock(&m);
        (*shared)++;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}
