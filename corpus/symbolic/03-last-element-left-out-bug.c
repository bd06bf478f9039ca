/* A thread doubles all elements of a block of unknown length but the last one: wrong for every length. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static unsigned *values, count;

static void *twice(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i + 1 < count; i++)
        values[i] *= 2;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    count = n;
    values = malloc(count * sizeof *values);
    if (!values)
        return 1;
    for (unsigned i = 0; i < count; i++)
        values[i] = 1;
    pthread_create(&t, NULL, twice, NULL);
    pthread_join(t, NULL);
    for (unsigned i = 0; i < count; i++)
        assert(values[i] == 2);
    free(values);
    return 0;
}
