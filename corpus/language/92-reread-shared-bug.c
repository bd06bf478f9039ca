/* One expression that reads a shared variable twice, balance == balance, may see two
 * different values when another thread writes in between: the comparison can fail. */
#include <pthread.h>

extern void __VERIFIER_error(void);

static volatile int balance = 10;

static void *withdraw(void *arg)
{
    balance = 4;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, withdraw, 0);
    if (balance != balance)
        __VERIFIER_error();
    pthread_join(t, 0);
    return 0;
}
