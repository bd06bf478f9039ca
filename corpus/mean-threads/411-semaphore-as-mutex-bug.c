/* A semaphore that starts with 1 excludes; one that starts with 2 lets both in: a race. */
#include <pthread.h>
#include <semaphore.h>

sem_t sem;
int data;

void *worker(void *arg)
{
    sem_wait(&sem);
    data++;
    sem_post(&sem);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&sem, 0, 2);
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
