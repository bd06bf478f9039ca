/* `main` does not wait at the barrier, and reads what the others are about to write. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t barrier;
static int row[3];

static void ask(int *answer)
{
    *answer = __VERIFIER_nondet_int() ? 3 : 2;
}

static void *work(void *given)
{
    long me = (long)given;
    row[me] = (int)me; /* RACE */
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    int n, total = 0;
    ask(&n);
    pthread_barrier_init(&barrier, 0, (unsigned)n);
    for (long i = 0; i < n; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < n; i++)
        total += row[i]; /* RACE */
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], 0);
    return total;
}
