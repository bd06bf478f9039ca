/* One call gives the other lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;

static void add(pthread_mutex_t *l, int *p)
{
    pthread_mutex_lock(l);
    *p += 1;
    pthread_mutex_unlock(l);
}


static void *work(void *arg)
{
    (void)arg;
    add(&m, &n);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    add(&k, &n);
    pthread_join(t, 0);
    return 0;
}
