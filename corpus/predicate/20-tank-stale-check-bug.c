/* As its right twin with two threads that pour, but the room that is left is computed in a section of its own:
 * both find the tank empty, and both fill it. */
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
        unsigned room = CAPACITY - level;
        pthread_mutex_unlock(&lock);
        if (amount <= room) {
            pthread_mutex_lock(&lock);
            level += amount;
            assert(level <= CAPACITY);
            pthread_mutex_unlock(&lock);
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, pour, 0);
    pour(0);
    return 0;
}
