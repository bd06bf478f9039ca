/* Two thousand workers write their results into slots of their own and count themselves in; one that is late finds that others were before it. */
#include <assert.h>
#include <pthread.h>

#define WORKERS 2000

static pthread_t ids[WORKERS];
static long results[WORKERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int some_done;

static void *work(void *number)
{
    long mine = (long)number;

    results[mine] = mine * mine;
    pthread_mutex_lock(&lock);
    assert(!some_done);
    some_done = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    long sum = 0;

    for (long i = 0; i < WORKERS; i++)
        pthread_create(&ids[i], NULL, work, (void *)i);
    for (long i = 0; i < WORKERS; i++)
        pthread_join(ids[i], NULL);
    for (long i = 0; i < WORKERS; i++)
        sum += results[i] & 1;
    assert(some_done == 0 || some_done == 1);
    return sum > 0;
}
