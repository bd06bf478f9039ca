/* As its right twin, but each account is changed in an atomic section of its own: in between the sum is wrong. */
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static unsigned checking = 100, savings;

static void *to_savings(void *unused)
{
    while (1) {
        unsigned amount = __VERIFIER_nondet_uint();
        __VERIFIER_atomic_begin();
        checking -= amount;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        savings += amount;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, to_savings, 0);
    while (1) {
        __VERIFIER_atomic_begin();
        unsigned sum = checking + savings;
        __VERIFIER_atomic_end();
        if (sum != 100)
            reach_error();
    }
}
