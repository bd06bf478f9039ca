/* A deposit of a negative amount is possible: the sign of the input is never looked at. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int amount = 1;

static void *client(void *arg)
{
    amount = __VERIFIER_nondet_int();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, client, 0);
    pthread_join(t, 0);
    if (amount < 0)
        reach_error();
    return 0;
}
