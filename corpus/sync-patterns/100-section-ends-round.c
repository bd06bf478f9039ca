/* A thread keeps two variables equal in atomic sections, for ever; the end of the section is what goes back to the loop's head.
 * Right. `main` looks on and may be gone at any time, after which nobody else matters to the thread: its rounds, each of
 * which asks for inputs, must still be taken one at a time. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *keeps(void *arg)
{
    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_int();
        __VERIFIER_atomic_begin();
        x = n;
        y = n;
        __VERIFIER_atomic_end();
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, keeps, 0);
    while (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_begin();
        int a = x, b = y;
        __VERIFIER_atomic_end();
        assert(a == b);
    }
    return 0;
}
