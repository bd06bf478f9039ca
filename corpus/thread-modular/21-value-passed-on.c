/* A value is bounded by one thread, passed on by a second and checked by a third. The bound is on the path to an
 * effect on the path to an effect, and what it bounds is a value: `recursive` only. */
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned raw, cooked;

static void *reader(void *unused)
{
    while (1) {
        unsigned value = __VERIFIER_nondet_uint();

        if (value < 50)
            raw = value;
    }
    return unused;
}

static void *passer(void *unused)
{
    while (1) {
        unsigned value = raw;

        cooked = value + 1;
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, reader, 0);
    pthread_create(&two, 0, passer, 0);
    while (1) {
        if (cooked > 50)
            reach_error();
    }
}
