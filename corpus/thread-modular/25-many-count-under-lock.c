/* Any number of threads count up and down again under one lock. That nobody is inside whenever the lock is free is
 * a relation between the lock and the variable: UNKNOWN with all refiners as long as views do not say whether somebody
 * else holds the lock, although nobody disturbs who does. TRUE as soon as they do (`knowledge=locks`). */
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
    inside--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
