/* A recursive mutex unlocked once less than it was locked stays with its owner: main
 * ends its critical section, joins the thread, and the thread waits for ever. */
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);

    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
