/* The semaphore is posted before the datum is written. */
#include <pthread.h>
#include <semaphore.h>

extern void reach_error(void);

static sem_t filled;
static int datum;

static void *producer(void *unused)
{
    sem_post(&filled);
    datum = 9;
    return unused;
}

static void *consumer(void *unused)
{
    sem_wait(&filled);
    if (datum != 9)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&filled, 0, 0);
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
    pthread_exit(0);
}
