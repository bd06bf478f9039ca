/* Rendezvous of two threads by two semaphores: announce yourself, then wait for the other. What was written
 * before the meeting may be read after it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t here[2];
static int gift[2];

static void *guest(void *arg)
{
    int me = (int)(long)arg;
    gift[me] = me + 5;
    sem_post(&here[me]);
    sem_wait(&here[1 - me]);
    assert(gift[1 - me] == 6 - me);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&here[0], 0, 0);
    sem_init(&here[1], 0, 0);
    pthread_create(&a, NULL, guest, (void *)0L);
    pthread_create(&b, NULL, guest, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
