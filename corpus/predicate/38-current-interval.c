/* Of two intervals one is current; a writer prepares the other and then moves the pointer, all under the lock.
 * What must be found: both intervals begin before they end whenever nobody holds the lock. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct interval {
    int begin;
    int end;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct interval first, second;
static struct interval *current = &first;

static void *writer(void *unused)
{
    while (1) {
        int begin = __VERIFIER_nondet_int();
        int end = __VERIFIER_nondet_int();
        if (begin > end)
            continue;
        pthread_mutex_lock(&lock);
        struct interval *other = current == &first ? &second : &first;
        other->begin = begin;
        other->end = end;
        current = other;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        assert(current->begin <= current->end);
        pthread_mutex_unlock(&lock);
    }
}
