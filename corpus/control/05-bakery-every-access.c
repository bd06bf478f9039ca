/* "Bakery" of the paper on control abstraction, its Figure 2: L. Lamport's algorithm for two threads, with flags that say that a ticket is being drawn. The main
 * thread is the first one. Every access is a step of its own. */
#include <assert.h>
#include <pthread.h>

static int t1, t2;
static int choosing1, choosing2;
static int x;

static int waits1(void)
{
    return t1 >= t2 && t2 != 0;
}

static int waits2(void)
{
    return t2 >= t1 && t1 != 0;
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
