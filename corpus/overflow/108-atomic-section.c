/* The test and the subtraction are one step for the other thread. */
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int credit = INT_MIN + 1;

static void *spend(void *unused)
{
    __VERIFIER_atomic_begin();
    if (credit > INT_MIN)
        credit--;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, spend, 0);
    spend(0);
    pthread_join(t, 0);
    return credit != INT_MIN;
}
