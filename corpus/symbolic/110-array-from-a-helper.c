/* Two arrays of unknown length from one function, with 32 bits; a thread writes into the second at a place nobody knows, and the first stays as it was. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *a, *b, n, k;

static int *some_array(int size)
{
    if (size < 1 || size > 2147483647 / 4)
        exit(0);
    return malloc(sizeof(int) * (size_t)size);
}

static void *change(void *unused)
{
    (void)unused;
    b[k] = a[k] + 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    n = __VERIFIER_nondet_int();
    k = __VERIFIER_nondet_int();
    a = some_array(n);
    b = some_array(n);
    if (k < 0 || k >= n)
        return 0;
    a[k] = 3;
    pthread_create(&t, NULL, change, NULL);
    pthread_join(t, NULL);
    assert(a[k] == 3 && b[k] == 4);
    return 0;
}
