/* The consumer takes the mutex before it waits for an item. If it comes first it holds the mutex while it
 * waits, the producer cannot get in to put an item: deadlock. Data stays protected. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot;

static void *producer(void *unused)
{
    pthread_mutex_lock(&lock);
    slot = 42;
    pthread_mutex_unlock(&lock);
    sem_post(&items);
    return unused;
}

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock); /* wrong order: wait for the item first */
    sem_wait(&items);
    assert(slot == 42);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t p, c;
    sem_init(&items, 0, 0);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
