/* Functions lock and unlock for their caller. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void take(pthread_mutex_t *l)
{
    pthread_mutex_lock(l);
}

static void give(pthread_mutex_t *l)
{
    pthread_mutex_unlock(l);
}


static void *work(void *arg)
{
    (void)arg;
    take(&m);
    n++;
    give(&m);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    return 0;
}
