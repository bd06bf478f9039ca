/* Ten thousand workers, with their ids in an array. What they keep is even whenever nobody has the lock. */
#include <assert.h>
#include <pthread.h>

#define WORKERS 10000

static pthread_t ids[WORKERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned parity;

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    parity ^= 1;
    parity ^= 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(ids[i], NULL);
    assert(parity == 0);
    return 0;
}
