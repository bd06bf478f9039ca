/* Double-checked initialisation with a plain pointer: the first check reads it without
 * the mutex while another thread may be storing it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *instance;

static int *get(void)
{
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance)
            instance = calloc(1, sizeof *instance);
        pthread_mutex_unlock(&m);
    }
    return instance;
}

static void *work(void *arg)
{
    return get();
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    get();
    pthread_join(t, 0);
    return 0;
}
