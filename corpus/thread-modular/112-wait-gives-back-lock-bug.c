/* Waiting on a condition gives back the lock: what was true before need not be true after. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int owner;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
    owner = 1;
    pthread_cond_wait(&changed, &lock);
    if (owner != 1)
        reach_error();
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *other(void *unused)
{
    pthread_mutex_lock(&lock);
    owner = 2;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, waiter, 0);
    pthread_create(&thread, 0, other, 0);
    pthread_exit(0);
}
