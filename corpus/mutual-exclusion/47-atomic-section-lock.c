/* A spin lock whose test-and-set is an atomic section of the verifier instead of a C11 atomic.
 * Every access of `locked` lies in such a section, sections exclude each other, so nothing races and one
 * thread at a time gets past acquire(). */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int locked;
int inside;

void acquire(void)
{
    int got = 0;
    while (!got) {
        __VERIFIER_atomic_begin();
        if (!locked) {
            locked = 1;
            got = 1;
        }
        __VERIFIER_atomic_end();
    }
}

void release(void)
{
    __VERIFIER_atomic_begin();
    locked = 0;
    __VERIFIER_atomic_end();
}

void *worker(void *unused)
{
    acquire();
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    release();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
