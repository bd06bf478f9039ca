/* Main adds before it waits: in one of the two orders nothing has been taken away yet. */
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = INT_MAX;

static void change(int by)
{
    pthread_mutex_lock(&m);
    balance += by;
    pthread_mutex_unlock(&m);
}

static void *take(void *unused)
{
    change(-10);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, take, 0);
    change(10);
    pthread_join(t, 0);
    return 0;
}
