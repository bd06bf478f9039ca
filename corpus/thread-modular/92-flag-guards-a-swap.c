/* A plain variable is the lock under which any number of threads swap two values; while one of them does, both are the
 * same. Who waits for the flag has to know that whoever gives it back has finished. `effect` does not, because what a swapping thread knows rests on
 * the effects of others on *it*: `recursive` looks at these, and `effect` needs to know that at most one thread is in the
 * middle of a swap (`knowledge=crowds`). */
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
        right = spare;
        give();
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
