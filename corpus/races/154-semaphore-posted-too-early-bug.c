/* The data is written after the post. */
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
    sem_post(&ready);
    data = 1;
    return 0;
}
