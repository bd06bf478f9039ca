/* A thread looks for the smallest element of an array of unknown length, another one for the largest; both begin with the first, but they may be different all the same. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *a, n, min, max;

static void *smallest(void *unused)
{
    (void)unused;
    min = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] < min)
            min = a[i];
    return NULL;
}

static void *largest(void *unused)
{
    (void)unused;
    max = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > max)
            max = a[i];
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, smallest, NULL);
    pthread_create(&u, NULL, largest, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(min == max);
    return 0;
}
