/* One thread pours any amount that still fits into a tank, another one takes any amount that is there.
 * What must be found: the level is at most the capacity whenever nobody holds the lock. */
#include <assert.h>
#include <pthread.h>

#define CAPACITY 1000000u

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned level;

static void *pour(void *unused)
{
    while (1) {
        unsigned amount = __VERIFIER_nondet_uint();
        pthread_mutex_lock(&lock);
        if (amount <= CAPACITY - level)
            level += amount;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, pour, 0);
    while (1) {
        unsigned amount = __VERIFIER_nondet_uint();
        pthread_mutex_lock(&lock);
        assert(level <= CAPACITY);
        if (amount <= level)
            level -= amount;
        pthread_mutex_unlock(&lock);
    }
}
