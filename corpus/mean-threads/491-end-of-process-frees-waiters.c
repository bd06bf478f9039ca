/* A thread waits for a semaphore that nobody posts. main returns, which ends the process. */
#include <pthread.h>
#include <semaphore.h>

sem_t sem;

void *worker(void *arg)
{
    sem_wait(&sem);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&sem, 0, 0);
    pthread_create(&t, 0, worker, 0);
    return 0;
}
