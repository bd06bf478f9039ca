/* The destructor of a key runs in the exiting thread, with the value the thread had set,
 * for a return as for pthread_exit, and not for NULL values; join waits for it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int freed;

static void destroy(void *p)
{
    pthread_mutex_lock(&m);
    freed += *(int *)p;
    pthread_mutex_unlock(&m);
    free(p);
}

static void *work(void *arg)
{
    int n = *(int *)arg;
    int *p;

    if (n == 0)
        return 0;               /* leaves the value at NULL: no destructor */
    p = malloc(sizeof *p);
    *p = n;
    pthread_setspecific(key, p);
    if (n == 20)
        pthread_exit(0);
    return 0;
}

int main(void)
{
    int args[3] = { 0, 1, 20 };
    pthread_t t[3];

    pthread_key_create(&key, destroy);
    pthread_create(&t[0], 0, work, &args[0]);
    pthread_join(t[0], 0);
    assert(freed == 0);
    pthread_create(&t[1], 0, work, &args[1]);
    pthread_create(&t[2], 0, work, &args[2]);
    pthread_join(t[1], 0);
    pthread_join(t[2], 0);
    assert(freed == 21);
    return 0;
}
