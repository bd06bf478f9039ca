/* The verifier's atomic sections used wrongly: the test of the lock is in one section, the set in another.
 * Two threads may pass the test before either sets the lock. */
#include <pthread.h>
#include <assert.h>

void reach_error(void) { assert(0); }
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int locked;
int inside;

void acquire(void)
{
    int seen;
    do {
        __VERIFIER_atomic_begin();
        seen = locked;
        __VERIFIER_atomic_end();
    } while (seen);
    __VERIFIER_atomic_begin();
    locked = 1;
    __VERIFIER_atomic_end();
}

void *worker(void *unused)
{
    acquire();
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    __VERIFIER_atomic_begin();
    locked = 0;
    __VERIFIER_atomic_end();
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
