/* N threads that are all the same take a lock and find everything in order, as the one before them has left it. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    if (inside != 0)
        reach_error();
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < N; i++)
        pthread_create(&thread, 0, work, 0);
    return 0;
}
