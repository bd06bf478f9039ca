/* Bounded buffer with counting semaphores for free and used slots and a mutex for the indices:
 * two producers, one consumer, two slots. Everything put in comes out. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 2

static sem_t free_slots, used_slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot[SLOTS];
static unsigned in, out;

static void put(int item)
{
    sem_wait(&free_slots);
    pthread_mutex_lock(&lock);
    slot[in % SLOTS] = item;
    in++;
    pthread_mutex_unlock(&lock);
    sem_post(&used_slots);
}

static int take(void)
{
    sem_wait(&used_slots);
    pthread_mutex_lock(&lock);
    int item = slot[out % SLOTS];
    out++;
    pthread_mutex_unlock(&lock);
    sem_post(&free_slots);
    return item;
}

static void *producer(void *item)
{
    put((int)(long)item);
    return NULL;
}

int main(void)
{
    pthread_t p1, p2;
    sem_init(&free_slots, 0, SLOTS);
    sem_init(&used_slots, 0, 0);
    pthread_create(&p1, NULL, producer, (void *)3L);
    pthread_create(&p2, NULL, producer, (void *)4L);
    int sum = take() + take();
    assert(sum == 7);
    pthread_join(p1, NULL);
    pthread_join(p2, NULL);
    return 0;
}
