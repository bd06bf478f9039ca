/* A load takes any value, and the peak is noted in the same section.
 * What must be found: the peak is at least the load whenever nobody holds the lock. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int load, peak;

static void set_load(int value)
{
    pthread_mutex_lock(&lock);
    load = value;
    if (load > peak)
        peak = load;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
    while (1)
        set_load(__VERIFIER_nondet_int());
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        assert(load <= peak);
        pthread_mutex_unlock(&lock);
    }
}
