/* Semaphores count the slots but nobody protects the index: two producers may write the same slot.
 * One item is lost and main reads an empty slot; the index and the slot race. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 2

static sem_t used_slots;
static int slot[SLOTS];
static int in;

static void *producer(void *item)
{
    slot[in] = (int)(long)item;
    in = in + 1;
    sem_post(&used_slots);
    return NULL;
}

int main(void)
{
    pthread_t p1, p2;
    sem_init(&used_slots, 0, 0);
    pthread_create(&p1, NULL, producer, (void *)3L);
    pthread_create(&p2, NULL, producer, (void *)4L);
    sem_wait(&used_slots);
    sem_wait(&used_slots);
    assert(slot[0] + slot[1] == 7);
    pthread_join(p1, NULL);
    pthread_join(p2, NULL);
    return 0;
}
