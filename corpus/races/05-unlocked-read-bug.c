/* All writes are made under the mutex, but one read is not: a read that can happen at
 * the same time as a write is a race too. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int progress;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    progress = 50;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    int shown;

    pthread_create(&t, 0, work, 0);
    shown = progress;           /* "only for display" */
    pthread_join(t, 0);
    return shown < 0;
}
