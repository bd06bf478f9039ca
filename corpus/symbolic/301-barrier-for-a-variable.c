/* A barrier for as many threads as an input says: in each round all write their own elements of one row, wait, copy them, and wait. No race, whatever the number is. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
enum { ELEMENTS = 64, MOST = 50 };
static int nthreads;
static int old[ELEMENTS], next[ELEMENTS];
static pthread_barrier_t barrier;

static void *work(void *given)
{
    long me = (long)given;
    for (int round = 0; round < 3; round++) {
        next[me] = old[me] + old[0];
        pthread_barrier_wait(&barrier);
        old[me] = next[me];
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[MOST];
    nthreads = __VERIFIER_nondet_int();
    if (nthreads < 1 || nthreads > MOST)
        return 0;
    pthread_barrier_init(&barrier, 0, (unsigned)nthreads);
    for (long i = 0; i < nthreads; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < nthreads; i++)
        pthread_join(threads[i], 0);
    return old[0];
}
