/* A function asks for the number of threads and gets the address of a local for it; `main` waits at the barrier, too, and reads what the others have written before. No race. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t barrier;
static int *row;

static void ask(int *answer)
{
    *answer = __VERIFIER_nondet_int();
}

static void *work(void *given)
{
    long me = (long)given;
    row[me] = (int)me;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    int n, total = 0;
    ask(&n);
    if (n < 1 || n > 50)
        return 0;
    row = malloc((size_t)n * sizeof *row);
    pthread_t *threads = malloc((size_t)n * sizeof *threads);
    if (!row || !threads)
        return 1;
    pthread_barrier_init(&barrier, 0, (unsigned)(n + 1));
    for (long i = 0; i < n; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < n; i++)
        total += row[i];
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], 0);
    return total;
}
