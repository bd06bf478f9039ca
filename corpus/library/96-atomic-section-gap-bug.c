/* Reading in one atomic section and writing in the next leaves a gap: the other thread
 * can run in between and its update is lost. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int n;

static void add(int k)
{
    int t;

    __VERIFIER_atomic_begin();
    t = n;
    __VERIFIER_atomic_end();
    t += k;
    __VERIFIER_atomic_begin();
    n = t;
    __VERIFIER_atomic_end();
}

static void *work(void *arg)
{
    add(1);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    add(2);
    pthread_join(t, 0);
    assert(n == 3);
    return 0;
}
