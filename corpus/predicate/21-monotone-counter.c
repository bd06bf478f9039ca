/* A counter only grows, by steps of any size, and a reader looks twice.
 * What must be found: what has been read is never more than what the counter is now. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int counter;

static void *count(void *unused)
{
    while (1) {
        int step = __VERIFIER_nondet_int();
        int now = counter;
        if (step > 0 && now <= INT_MAX - step)
            counter = now + step;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, count, 0);
    while (1) {
        int first = counter;
        int second = counter;
        assert(first <= second);
    }
}
