/* Two phases separated by a POSIX barrier: in the first each thread writes its own cell, in the second it
 * reads its neighbour's. The barrier orders the accesses. */
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_barrier_t phase;
static int cell[N];
static int sum[N];

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    cell[me] = me + 1;
    pthread_barrier_wait(&phase);
    sum[me] = cell[me] + cell[(me + 1) % N];
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    pthread_barrier_init(&phase, NULL, N);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(sum[0] == 3 && sum[1] == 5 && sum[2] == 4);
    pthread_barrier_destroy(&phase);
    return 0;
}
