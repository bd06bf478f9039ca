/* Ten thousand workers count under a lock; the result is read without it when all but the first have been joined. */
#include <pthread.h>

#define WORKERS 10000

static pthread_t ids[WORKERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counter;

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 1; i < WORKERS; i++)
        pthread_join(ids[i], NULL);
    return counter > 0;
}
