/* The result of trylock is looked at only for the unlock: when the mutex was busy, the
 * counter is touched without it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *hasty(void *arg)
{
    int busy = pthread_mutex_trylock(&m);

    n++;
    if (!busy)
        pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, hasty, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
