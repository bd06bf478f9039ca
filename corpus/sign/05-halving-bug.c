/* As 04, but the number may be negative to begin with. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int left;

static void *halve(void *arg)
{
    while (__VERIFIER_nondet_int())
        left = left / 2;
    return 0;
}

int main(void)
{
    pthread_t t;

    left = __VERIFIER_nondet_int();
    pthread_create(&t, 0, halve, 0);
    if (left < 0)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
