/* All conflicting accesses are inside __VERIFIER_atomic sections, which exclude each
 * other: no race, and no update is lost. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int n;

static void bump(void)
{
    __VERIFIER_atomic_begin();
    n = n + 1;
    __VERIFIER_atomic_end();
}

static void *work(void *arg)
{
    bump();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    bump();
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}
