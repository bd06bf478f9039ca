/* As its right twin with two threads that set the load, but the peak is put in a section of its own from an old look
 * at it, and so the smaller of two peaks may win. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int load, peak;

static void set_load(int value)
{
    pthread_mutex_lock(&lock);
    load = value;
    int old = peak;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    peak = value > old ? value : old;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
    while (1) {
        set_load(__VERIFIER_nondet_int());
        pthread_mutex_lock(&lock);
        assert(load <= peak);
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
