/* "Bakery-atomic" of the paper on control abstraction, but the first customer does not draw its ticket in one step, and goes in if both have the same one. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static unsigned t1, t2;
static int x;

static void draw1(void)
{
    unsigned seen = t2;
    __VERIFIER_assume(seen < UINT_MAX);
    t1 = seen + 1;
}

static void draw2(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(t1 < UINT_MAX);
    t2 = t1 + 1;
    __VERIFIER_atomic_end();
}

static void wait1(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!(t1 > t2 && t2 != 0));
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
    draw2();
    wait2();
    x = 1;
    t2 = 0;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, second, 0);
    draw1();
    wait1();
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return 0;
}
