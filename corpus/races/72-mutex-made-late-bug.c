/* The mutex is initialised when the thread that locks it already runs. */
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

    pthread_create(&t, 0, work, 0);
    pthread_mutex_init(&m, 0);
    pthread_join(t, 0);
    return 0;
}
