/* A detached thread cannot be joined, but a semaphore orders its work before main's. The write comes before sem_post. */
#include <pthread.h>
#include <semaphore.h>

sem_t done;
int data;

void *worker(void *arg)
{
    pthread_detach(pthread_self());
    data = 1;
    sem_post(&done);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&done);
    return data;
}
