/* Fifty workers, with their ids in an array. They do not lock, so that two of them may leave an odd number. */
#include <assert.h>
#include <pthread.h>

#define WORKERS 50

static pthread_t ids[WORKERS];
static volatile unsigned parity;

static void *work(void *unused)
{
    (void)unused;
    parity = parity + 1;
    parity = parity - 1;
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
