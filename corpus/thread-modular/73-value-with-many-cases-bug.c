/* The error needs two values read from outside that differ, through an array that is indexed by a third: too many cases to try one by
   one. */
#include <pthread.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned table[4];

static void *writer(void *unused)
{
    table[__VERIFIER_nondet_uint() % 4] = __VERIFIER_nondet_uint();
    return unused;
}

static void *reader(void *unused)
{
    unsigned index = __VERIFIER_nondet_uint() & 31, entry = index >> 3;
    unsigned value = table[entry];

    if (value != table[entry])
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    table[0] = __VERIFIER_nondet_uint();
    table[1] = __VERIFIER_nondet_uint() * 3;
    table[2] = table[1] ^ __VERIFIER_nondet_uint();
    table[3] = 7;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    return 0;
}
