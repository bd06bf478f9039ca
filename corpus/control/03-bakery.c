/* "Bakery" of the paper on control abstraction, its Figure 2: L. Lamport's algorithm for two threads, with flags that say that a ticket is being drawn. Each line is one step, as in the
 * paper, and a ticket is not so large that there is no next one. The main thread is the first one. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static unsigned t1, t2;
static int choosing1, choosing2;
static int x;

static void wait1(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!(t1 >= t2 && t2 != 0));
    __VERIFIER_atomic_end();
}

static void wait2(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!(t2 >= t1 && t1 != 0));
    __VERIFIER_atomic_end();
}

static void *second(void *unused)
{
    unsigned tmp;
    choosing2 = 1;
    tmp = t1;
    __VERIFIER_assume(tmp < UINT_MAX);
    t2 = tmp + 1;
    choosing2 = 0;
    __VERIFIER_assume(choosing1 == 0);
    wait2();
    x = 1;
    assert(x >= 1);
    t2 = 0;
    return unused;
}

int main(void)
{
    pthread_t thread;
    unsigned tmp;
    pthread_create(&thread, 0, second, 0);
    choosing1 = 1;
    tmp = t2;
    __VERIFIER_assume(tmp < UINT_MAX);
    t1 = tmp + 1;
    choosing1 = 0;
    __VERIFIER_assume(choosing2 == 0);
    wait1();
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return 0;
}
