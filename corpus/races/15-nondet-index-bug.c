/* The element a thread touches is chosen by an input: for most inputs the elements are
 * different, for one they coincide, and that is a race. */
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int slots[8];

static void *work(void *arg)
{
    slots[5] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    unsigned i = __VERIFIER_nondet_uint();

    if (i >= 8)
        return 0;
    pthread_create(&t, 0, work, 0);
    slots[i] = 2;
    pthread_join(t, 0);
    return 0;
}
