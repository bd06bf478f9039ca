/* Rendezvous the wrong way round: both threads first wait for the other and would announce themselves later.
 * They always wait for ever. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t here[2];
static int met;

static void *guest(void *arg)
{
    int me = (int)(long)arg;
    sem_wait(&here[1 - me]);
    sem_post(&here[me]);
    met = 1;
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
    assert(met);
    return 0;
}
