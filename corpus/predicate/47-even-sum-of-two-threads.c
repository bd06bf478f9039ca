/* Two threads add even numbers of any size to one atomic counter, which wraps; a third looks at its lowest bit.
 * What must be found: the counter is even after every step of either thread. */
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static atomic_uint sum;

static void *twos(void *unused)
{
    while (1)
        atomic_fetch_add(&sum, 2);
    return unused;
}

static void *any_even(void *unused)
{
    while (1)
        atomic_fetch_add(&sum, __VERIFIER_nondet_uint() << 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, twos, 0);
    pthread_create(&b, 0, any_even, 0);
    while (1) {
        if (sum & 1)
            reach_error();
    }
}
