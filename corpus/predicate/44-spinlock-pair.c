/* A spin lock by atomic exchange, taken for ever by two threads, protects a value and its complement.
 * What must be found: who is past the exchange is alone, and the two words are complements when the lock is free. */
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static atomic_bool taken;
static unsigned word, complement = ~0u;

static void *worker(void *unused)
{
    while (1) {
        while (atomic_exchange(&taken, 1)) {
        }
        if ((word ^ complement) != ~0u)
            reach_error();
        word = __VERIFIER_nondet_uint();
        complement = ~word;
        taken = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    worker(0);
    return 0;
}
