/* Plain accesses ordered by semaphores alone: the buffer belongs to whoever has waited
 * last. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static int buffer, sum;

static void *consumer(void *arg)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        sum += buffer;
        sem_post(&empty);
    }
    return 0;
}

int main(void)
{
    pthread_t t;

    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&t, 0, consumer, 0);
    for (int i = 1; i <= 2; i++) {
        sem_wait(&empty);
        buffer = i;
        sem_post(&full);
    }
    pthread_join(t, 0);
    assert(sum == 3);
    return 0;
}
