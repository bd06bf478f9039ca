/* An array of variable length in the frame of main; a thread looks whether a value is in it, and what it finds may be at the beginning. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *given, n, found = -1;

static void *look(void *unused)
{
    (void)unused;
    for (int i = 0; i < n; i++)
        if (given[i] == 7)
            found = i;
    return NULL;
}

int main(void)
{
    pthread_t t;
    n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int array[n];
    for (int i = 0; i < n; i++)
        array[i] = __VERIFIER_nondet_int();
    given = array;
    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    if (found > 0)
        assert(array[found - 1] != 7);
    return 0;
}
