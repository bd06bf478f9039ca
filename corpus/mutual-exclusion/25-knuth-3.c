/* Knuth's algorithm for three threads: a waiting thread scans the others cyclically from k down to itself and
 * starts again when it meets one that is not out. Mutual exclusion comes from the check at level 2. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3

static atomic_int control[N];
static atomic_int k;
static int resource;

static int nobody_between(int i)
{
    for (int j = k; j != i; j = (j == 0) ? N - 1 : j - 1)
        if (control[j] != 0)
            return 0;
    return 1;
}

static int alone_at_level_two(int i)
{
    for (int j = N - 1; j >= 0; j--)
        if (j != i && control[j] == 2)
            return 0;
    return 1;
}

static void *worker(void *arg)
{
    int i = (int)(long)arg;

    do {
        control[i] = 1;
        while (!nobody_between(i))
            ;
        control[i] = 2;
    } while (!alone_at_level_two(i));
    k = i;

    resource = i;
    assert(resource == i);

    k = (i == 0) ? N - 1 : i - 1;
    control[i] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
