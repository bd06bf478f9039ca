/* As its right twin, but the flag goes up before the mask is there: who does not take the lock may read nought. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static unsigned mask;

static unsigned get_mask(void)
{
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
            unsigned chosen = __VERIFIER_nondet_uint();
            ready = 1;
            mask = chosen | 7;
        }
        pthread_mutex_unlock(&lock);
    }
    return mask;
}

static void *worker(void *unused)
{
    while (1)
        assert((get_mask() & 7) == 7);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    worker(0);
    return 0;
}
