/* One thread tells the other and then does what is not modelled; the other one fails because of what it was told.  FALSE. */
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int told;
static jmp_buf place;

static void *teller(void *arg)
{
    told = 1;
    if (setjmp(place) == 0)
        told = 2;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, teller, 0);
    assert(told != 1);
    pthread_join(t, 0);
    return 0;
}
