/* "Bakery" of the paper on control abstraction, its Figure 2, as the paper says that programs are: with one initial state. So what a thread remembers of a ticket begins with 0, where it is any value in
 * C (03-bakery.c); it is in a global variable, and its line is one atomic step. Everything else is as in 03-bakery.c. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static unsigned t1, t2;
static unsigned tmp1, tmp2;
static int choosing1, choosing2;
static int x;

static void look1(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(t2 < UINT_MAX);
    tmp1 = t2;
    __VERIFIER_atomic_end();
}

static void look2(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(t1 < UINT_MAX);
    tmp2 = t1;
    __VERIFIER_atomic_end();
}

static void draw1(void)
{
    __VERIFIER_atomic_begin();
    t1 = tmp1 + 1;
    __VERIFIER_atomic_end();
}

static void draw2(void)
{
    __VERIFIER_atomic_begin();
    t2 = tmp2 + 1;
    __VERIFIER_atomic_end();
}

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
    choosing2 = 1;
    look2();
    draw2();
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
    pthread_create(&thread, 0, second, 0);
    choosing1 = 1;
    look1();
    draw1();
    choosing1 = 0;
    __VERIFIER_assume(choosing2 == 0);
    wait1();
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return 0;
}
