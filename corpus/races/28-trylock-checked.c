/* trylock used right: the counter is touched only by an owner of the mutex, and a
 * thread that finds it busy goes away. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *polite(void *arg)
{
    if (pthread_mutex_trylock(&m) != 0)
        return 0;
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, polite, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(n == 1 || n == 2);
    return 0;
}
