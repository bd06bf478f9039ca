/* main joins a thread while holding the mutex the thread wants; unless the thread was
 * faster, both wait for ever. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
    return 0;
}
