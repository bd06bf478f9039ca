/* As 25, but the last step is made after the lock was given back: a second instance may be between. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    inside++;
    if (inside != 1)
        reach_error();
    pthread_mutex_unlock(&lock);
    inside--;
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
