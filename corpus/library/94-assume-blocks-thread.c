/* __VERIFIER_assume(0) stops the run of its thread for good: what comes behind is never
 * executed, so the flag of a thread that passed implies that the gate was open. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

static atomic_int gate, passed;

static void *walker(void *arg)
{
    __VERIFIER_assume(gate == 1);
    passed = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, walker, 0);
    assert(!passed);
    gate = 1;
    if (passed)
        assert(gate == 1);
    return 0;
}
