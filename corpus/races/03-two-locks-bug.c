/* Each thread locks a mutex, but not the same one: the accesses do not exclude each
 * other. */
#include <pthread.h>

static pthread_mutex_t in = PTHREAD_MUTEX_INITIALIZER, out = PTHREAD_MUTEX_INITIALIZER;
static int queued;

static void *producer(void *arg)
{
    pthread_mutex_lock(&in);
    queued++;
    pthread_mutex_unlock(&in);
    return 0;
}

static void *consumer(void *arg)
{
    pthread_mutex_lock(&out);
    if (queued > 0)
        queued--;
    pthread_mutex_unlock(&out);
    return 0;
}

int main(void)
{
    pthread_t p, c;

    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
