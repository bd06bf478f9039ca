/* Two threads that each wait for the other's post before posting themselves: both
 * counts stay zero and both wait for ever. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;

static void *partner(void *arg)
{
    sem_wait(&ping);
    sem_post(&pong);
    return 0;
}

int main(void)
{
    pthread_t t;

    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&t, 0, partner, 0);
    sem_wait(&pong);
    sem_post(&ping);
    pthread_join(t, 0);
    return 0;
}
