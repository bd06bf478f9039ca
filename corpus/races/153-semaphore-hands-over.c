/* The data is written before the post; who reads it has waited. */
#include <pthread.h>
#include <semaphore.h>

sem_t ready;
int data;
void *reader(void *a)
{
    sem_wait(&ready);
    return data ? a : 0;
}
int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, reader, 0);
    data = 1;
    sem_post(&ready);
    return 0;
}
