/* Whoever sees that one thread has arrived is that one, and nobody else comes inside: but the next one looks at
 * the same variable. UNKNOWN with all refiners, unless a view says that at most one thread is past its arrival while
 * `arrived` is one (`knowledge=crowds`). */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

static unsigned arrived;
static int inside;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(arrived != -1u);
    arrived++;
    __VERIFIER_atomic_end();
    if (arrived == 1) {
        inside++;
        if (inside != 1)
            reach_error();
        inside--;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
