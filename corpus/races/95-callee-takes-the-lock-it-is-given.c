/* The same function is called with two locks; each variable has its own of them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;
static int o;

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
    add(&k, &o);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    add(&k, &o);
    add(&m, &n);
    return 0;
}
