/* One thread may do what is not modelled before it counts; if it does not, both count at the same time.  FALSE. */
#include <pthread.h>
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);

static int count;
static jmp_buf place;

static void *counts(void *arg)
{
    if (__VERIFIER_nondet_int())
        if (setjmp(place) != 0)
            return arg;
    count++;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, counts, 0);
    count++;
    pthread_join(t, 0);
    return 0;
}
