/* The consumer tests the flag once. Somebody else wakes it for another reason. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, datum;

static void *producer(void *unused)
{
    datum = 3;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    if (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    if (datum != 3)
        reach_error();
    return unused;
}

static void *noise(void *unused)
{
    pthread_cond_broadcast(&changed);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
    pthread_create(&thread, 0, noise, 0);
    pthread_exit(0);
}
