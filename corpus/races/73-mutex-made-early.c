/* The mutex is initialised before the thread that locks it exists, and destroyed when it has been joined. */
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
    return 0;
}
