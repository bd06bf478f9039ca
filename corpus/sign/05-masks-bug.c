/* As 04, but bits are added, and the mask may be negative. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int rights = 1000000;

static void *restrict_rights(void *arg)
{
    for (;;) {
        int mask = __VERIFIER_nondet_int();

        if (mask != 0)
            rights = rights | mask;
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
