/* As 37, but it is marked as ready before it is, and looked at without the lock. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, table;

static void *worker(void *unused)
{
    if (!ready) {
        pthread_mutex_lock(&lock);
        ready = 1;
        table = 7;
        pthread_mutex_unlock(&lock);
    }
    if (table != 7)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
