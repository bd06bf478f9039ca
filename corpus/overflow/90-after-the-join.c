/* Main adds what the thread has taken away, after it has waited for it. */
#include <limits.h>
#include <pthread.h>

static int balance = INT_MAX;

static void *take(void *unused)
{
    balance -= 10;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, take, 0);
    pthread_join(t, 0);
    balance += 10;
    return balance != INT_MAX;
}
