/* The phases of two threads without the barrier between them: a thread may read its neighbour's cell before
 * it has been written. */
#include <assert.h>
#include <pthread.h>

static int cell[2];

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    cell[me] = me + 1;
    /* a barrier belongs here */
    assert(cell[1 - me] == 2 - me);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0L);
    pthread_create(&b, NULL, worker, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
