/* As its right twin, but a step that does not fit makes the counter begin again at nought. */
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
        if (step > 0)
            counter = now <= INT_MAX - step ? now + step : 0;
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
