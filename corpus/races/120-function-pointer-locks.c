/* The lock is taken by a function that is called through a pointer. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void take(void)
{
    pthread_mutex_lock(&m);
}

static void (*const begin)(void) = take;

static void *work(void *arg)
{
    (void)arg;
    begin();
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    begin();
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
