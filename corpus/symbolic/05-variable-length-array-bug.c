/* An array whose length is an input, in a frame: the last element is never set, and a thread that got its address sees that. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int length;

static void *sum(void *array)
{
    int *values = array, all = 0;
    for (int i = 0; i < length; i++)
        all += values[i];
    assert(all == length);
    return NULL;
}

int main(void)
{
    pthread_t t;
    length = __VERIFIER_nondet_int();
    if (length < 2 || length > 100000)
        return 0;
    int values[length];
    values[length - 1] = 0;
    for (int i = 0; i < length - 1; i++)
        values[i] = 1;
    pthread_create(&t, NULL, sum, values);
    pthread_join(t, NULL);
    return 0;
}
