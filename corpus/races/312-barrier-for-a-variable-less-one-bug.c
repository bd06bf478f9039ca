/* The barrier is for one thread less than there are: the last one to come has not written when the others read. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
enum { MOST = 3 };
static int nthreads;
static int row[MOST], sum[MOST];
static pthread_barrier_t barrier;

static void *work(void *given)
{
    long me = (long)given;
    row[me] = 1; /* RACE */
    pthread_barrier_wait(&barrier);
    sum[me] = row[0] + row[1] + row[2]; /* RACE */
    return 0;
}

int main(void)
{
    pthread_t threads[MOST];
    nthreads = __VERIFIER_nondet_int() ? MOST : 2;
    pthread_barrier_init(&barrier, 0, (unsigned)nthreads - 1);
    for (long i = 0; i < nthreads; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < nthreads; i++)
        pthread_join(threads[i], 0);
    return sum[0];
}
