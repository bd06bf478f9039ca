/* The pointer is set to another lock before the thread starts: each side has its own. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *alias = &m;

static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(alias);
    n++;
    pthread_mutex_unlock(alias);
    return 0;
}

int main(void)
{
    alias = &k;
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
