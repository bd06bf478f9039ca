/* "Bakery" of the paper on control abstraction, its Figure 2: L. Lamport's algorithm for two threads, with flags that say that a ticket is being drawn. The main
 * thread is the first one. Each line is one step, as in the paper. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int t1, t2;
static int choosing1, choosing2;
static int x;

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
    int tmp;
    choosing2 = 1;
    tmp = t1 + 1;
    t2 = tmp;
    choosing2 = 0;
    while (choosing1 != 0)
        ;
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
    int tmp;
    pthread_create(&thread, 0, second, 0);
    choosing1 = 1;
    tmp = t2 + 1;
    t1 = tmp;
    choosing1 = 0;
    while (choosing2 != 0)
        ;
    while (waits1())
        ;
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return 0;
}
