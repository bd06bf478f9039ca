/* A semaphore that begins with one is a lock. A view does not have the value of a semaphore, because who has
 * brought it there is somebody else: UNKNOWN with all refiners, unless it has (`knowledge=locks`): then the value is a
 * cell like others, and who was the last to change it is alone. */
#include <pthread.h>
#include <semaphore.h>

extern void reach_error(void);

static sem_t free_slots;
static int slot;

static void *worker(void *unused)
{
    sem_wait(&free_slots);
    slot = 1;
    slot = 0;
    if (slot != 0)
        reach_error();
    sem_post(&free_slots);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    sem_init(&free_slots, 0, 1);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_exit(0);
}
