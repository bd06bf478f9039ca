/* "Bakery-atomic" of the paper on control abstraction (Z. Manna, A. Pnueli): a ticket is drawn in one step. The main thread is the first customer.
 * Each line is one step, as in the paper. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int t1, t2;
static int x;

static void draw1(void)
{
    __VERIFIER_atomic_begin();
    t1 = t2 + 1;
    __VERIFIER_atomic_end();
}

static void draw2(void)
{
    __VERIFIER_atomic_begin();
    t2 = t1 + 1;
    __VERIFIER_atomic_end();
}

static int waits1(void)
{
    __VERIFIER_atomic_begin();
    int waits = t1 >= t2 && t2 != 0;
    __VERIFIER_atomic_end();
    return waits;
}

static int waits2(void)
{
    __VERIFIER_atomic_begin();
    int waits = t2 >= t1 && t1 != 0;
    __VERIFIER_atomic_end();
    return waits;
}

static void *second(void *unused)
{
    draw2();
    while (waits2())
        ;
    x = 1;
    assert(x >= 1);
    t2 = 0;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, second, 0);
    draw1();
    while (waits1())
        ;
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return 0;
}
