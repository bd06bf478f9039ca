/* Only positive amounts are written, so whoever reads sees one: signs alone tell that the error is not reached. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int amount = 1;

static void *client(void *arg)
{
    int wanted = __VERIFIER_nondet_int();

    if (wanted > 0)
        amount = wanted;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, client, 0);
    if (amount <= 0)
        reach_error();
    pthread_join(t, 0);
    if (amount / 2 < 0)
        reach_error();
    return 0;
}
