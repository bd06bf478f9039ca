/* Any number of threads initialise what they need under a lock, whoever is first. Others would overwrite it, but
 * not once it is marked as ready, which a thread knows after it has had the lock: `effect` joins two paths of one
 * and the same template. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, table;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    if (!ready) {
        table = 0;
        table = 7;
        ready = 1;
    }
    pthread_mutex_unlock(&lock);
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
