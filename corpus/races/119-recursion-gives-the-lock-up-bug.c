/* The innermost call releases the lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void down(int k)
{
    if (k > 0)
        down(k - 1);
    else
        pthread_mutex_unlock(&m);
    n++;
}


static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    down(1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
