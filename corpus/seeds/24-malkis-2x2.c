/* The schema of Fig. 3 of "Precise thread-modular verification" with n = 2 threads and m = 2 critical sections each.
 * The lock is a plain variable accessed in atomic sections only. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int lck;
int inside;

void acquire(void)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        int was = lck;
        lck = 1;
        __VERIFIER_atomic_end();
        if (!was)
            return;
    }
}

void release(void)
{
    __VERIFIER_atomic_begin();
    lck = 0;
    __VERIFIER_atomic_end();
}

void *thread(void *arg)
{
    acquire();
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    release();

    acquire();
    inside += 2;
    if (inside != 2)
        reach_error();
    inside -= 2;
    release();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
