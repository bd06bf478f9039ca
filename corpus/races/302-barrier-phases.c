/* Two threads and main meet at a barrier between writing and reading, in every round twice: what each has written in its own element,
   all read in the next phase. Nobody is late, because the barrier is for all three. No race. */
#include <pthread.h>

enum { THREADS = 2, ROUNDS = 2 };
static pthread_barrier_t barrier;
static int part[THREADS], sum[THREADS];

static void *work(void *given)
{
    long me = (long)given;
    for (int round = 0; round < ROUNDS; round++) {
        part[me] = round;
        pthread_barrier_wait(&barrier);
        sum[me] = part[0] + part[1];
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, 0, THREADS + 1);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return sum[0];
}
