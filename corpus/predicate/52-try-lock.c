/* Who does not get the lock at once gives up and tries again later; the lock protects a value and its negation.
 * What must be found: the two are each other's negation whenever the lock is free. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned value, negated;

static void *worker(void *unused)
{
    while (1) {
        if (pthread_mutex_trylock(&lock) != 0)
            continue;
        assert(value + negated == 0);
        value = __VERIFIER_nondet_uint();
        negated = -value;
        pthread_mutex_unlock(&lock);
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
