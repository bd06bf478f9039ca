/* The lock of the neighbour does not protect. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
    pthread_mutex_t m;
    int n;
} a[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&a[0].m);
    a[1].n++;
    pthread_mutex_unlock(&a[0].m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&a[1].m);
    a[1].n++;
    pthread_mutex_unlock(&a[1].m);
    pthread_join(t, 0);
    return 0;
}
