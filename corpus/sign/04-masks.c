/* Bits are taken away from a number with any mask that is not negative, so that it never becomes negative. What it is after each round
   is a new expression over all inputs so far: following values comes to no end; signs do. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int rights = 1000000;

static void *restrict_rights(void *arg)
{
    for (;;) {
        int mask = __VERIFIER_nondet_int();

        if (mask >= 0)
            rights = rights & mask;
    }
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, restrict_rights, 0);
    if (rights < 0)
        reach_error();
    if (rights / 2 < 0)
        reach_error();
    return 0;
}
