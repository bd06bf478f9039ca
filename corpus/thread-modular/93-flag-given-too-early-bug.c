/* As 92, but the flag is given back in the middle of a swap. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

static int busy, left = 1, right = 2, spare;

static void take(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(busy == 0);
    busy = 1;
    __VERIFIER_atomic_end();
}

static void give(void)
{
    busy = 0;
}

static void *swaps(void *unused)
{
    while (1) {
        take();
        spare = left;
        left = right;
        give();
        right = spare;
    }
    return unused;
}

static void *looks(void *unused)
{
    while (1) {
        take();
        if (left == right)
            reach_error();
        give();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, looks, 0);
    while (1)
        pthread_create(&thread, 0, swaps, 0);
}
