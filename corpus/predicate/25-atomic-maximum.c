/* Two threads report values for ever; a compare-and-swap loop keeps the highest of them.
 * What must be found: the maximum never falls, although what a thread knows of it may be old. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int maximum;

static void *reporter(void *unused)
{
    while (1) {
        int value = __VERIFIER_nondet_int();
        int known = maximum;
        while (known < value && !atomic_compare_exchange_strong(&maximum, &known, value)) {
        }
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, 0, reporter, 0);
    pthread_create(&second, 0, reporter, 0);
    while (1) {
        int before = maximum;
        int after = maximum;
        assert(before <= after);
    }
}
