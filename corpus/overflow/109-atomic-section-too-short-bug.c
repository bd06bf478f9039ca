/* The test is a section of its own, and so is the subtraction. */
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int credit = INT_MIN + 1;

static void *spend(void *unused)
{
    int enough;

    __VERIFIER_atomic_begin();
    enough = credit > INT_MIN;
    __VERIFIER_atomic_end();
    if (enough) {
        __VERIFIER_atomic_begin();
        credit--;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, spend, 0);
    spend(0);
    pthread_join(t, 0);
    return 0;
}
