/* A sequence lock: the writer makes the number odd while it writes, a reader believes only what it has read between two
 * looks at the same even number. The writer stops before the number wraps.
 * What must be found: an even number that has not changed means that nothing was written in between. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_uint sequence;
static atomic_int low, high;

static void *writer(void *unused)
{
    while (sequence < 4000000000u) {
        int value = __VERIFIER_nondet_int();
        sequence++;
        low = value;
        high = value;
        sequence++;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    while (1) {
        unsigned before = sequence;
        if (before & 1)
            continue;
        int l = low;
        int h = high;
        if (sequence == before)
            assert(l == h);
    }
}
