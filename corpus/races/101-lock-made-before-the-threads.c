/* The mutex is initialised before anybody uses it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m;
static int n;

static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_mutex_init(&m, 0);
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
