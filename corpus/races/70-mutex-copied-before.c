/* The structure is copied before there is another thread, and what lies beside the mutex is copied
 * without it later: no race. */
#include <pthread.h>
#include <string.h>

static struct account {
    pthread_mutex_t m;
    int balance;
} here = { PTHREAD_MUTEX_INITIALIZER, 0 }, there;

static void *pay(void *arg)
{
    pthread_mutex_lock(&here.m);
    pthread_mutex_unlock(&here.m);
    return 0;
}

int main(void)
{
    pthread_t t;

    there = here;
    pthread_create(&t, 0, pay, 0);
    memcpy(&there.balance, &here.balance, sizeof there.balance);
    pthread_join(t, 0);
    return 0;
}
