/* One thread loops for ever if a value from outside is large; another is wrong if the same value is large. The loop must
 * not keep the other thread from being looked at, and small values must not stand for large ones. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int value, beat;

static void *loop(void *unused)
{
    int mine = value;
    while (mine >= 5)
        beat = 1;
    return unused;
}

static void *check(void *unused)
{
    int mine = value;
    assert(mine < 5);
    return unused;
}

int main(void)
{
    pthread_t looping, checking;
    value = __VERIFIER_nondet_int();
    pthread_create(&looping, 0, loop, 0);
    pthread_create(&checking, 0, check, 0);
    pthread_join(checking, 0);
    pthread_join(looping, 0);
    return 0;
}
