/* Fifty workers with numbers; the largest number is not below the limit for numbers. */
#include <assert.h>
#include <pthread.h>

#define WORKERS 50

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long largest;

static void *work(void *number)
{
    long mine = (long)number;

    pthread_mutex_lock(&lock);
    if (mine > largest)
        largest = mine;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t ids[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&ids[i], NULL, work, (void *)(long)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(ids[i], NULL);
    assert(largest >= 0 && largest < 2);
    return 0;
}
