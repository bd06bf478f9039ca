/* Two thousand workers write into slots of which two neighbours share one. */
#include <pthread.h>

#define WORKERS 2000

static pthread_t ids[WORKERS];
static long results[WORKERS];

static void *work(void *slot)
{
    *(long *)slot = 1;
    return NULL;
}

int main(void)
{
    long sum = 0;

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&ids[i], NULL, work, &results[i / 2]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(ids[i], NULL);
    for (int i = 0; i < WORKERS; i++)
        sum += results[i];
    return sum != WORKERS;
}
