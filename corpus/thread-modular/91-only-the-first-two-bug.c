/* As 90, but the second one comes in, too; two of them are enough. */
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
    if (arrived <= 2) {
        inside++;
        if (inside != 1)
            reach_error();
        inside--;
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_exit(0);
}
