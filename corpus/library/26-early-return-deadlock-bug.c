/* A function returns early with the mutex still held, but only for a negative amount:
 * the next thread that wants the mutex waits for ever, and main waits in its join. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int deposit(int n)
{
    pthread_mutex_lock(&m);
    if (n < 0)
        return -1;              /* forgets to unlock */
    balance += n;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *client(void *arg)
{
    deposit(1);
    return 0;
}

int main(void)
{
    pthread_t t;
    int amount = __VERIFIER_nondet_int();

    if (amount > 100)
        return 0;
    pthread_create(&t, 0, client, 0);
    deposit(amount);
    pthread_join(t, 0);
    return 0;
}
