/* A thread counts the elements of an array of unknown length that are positive: not always fewer than there are. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *a, n, positive;

static void *count(void *unused)
{
    (void)unused;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            positive++;
    return NULL;
}

int main(void)
{
    pthread_t t;
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;
    a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
    assert(positive < n || n == 0);
    return 0;
}
