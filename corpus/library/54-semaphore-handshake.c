/* Semaphores as signals: data written before sem_post is seen after the matching
 * sem_wait, in both directions, without locks or races. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t request, reply;
static int value;

static void *server(void *arg)
{
    sem_wait(&request);
    value *= 2;
    sem_post(&reply);
    return 0;
}

int main(void)
{
    pthread_t t;

    sem_init(&request, 0, 0);
    sem_init(&reply, 0, 0);
    pthread_create(&t, 0, server, 0);
    value = 21;
    sem_post(&request);
    sem_wait(&reply);
    assert(value == 42);
    value = 0;
    pthread_join(t, 0);
    sem_destroy(&request);
    sem_destroy(&reply);
    return 0;
}
