/* The detached thread works on a local variable of a function that does not wait for it. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *arg)
{
    int *number = arg;

    *number = 1;
    sem_post(&done);
    return 0;
}

static void start(void)
{
    pthread_t t;
    int number = 0;

    pthread_create(&t, 0, work, &number);
    pthread_detach(t);
}

int main(void)
{
    sem_init(&done, 0, 0);
    start();
    sem_wait(&done);
    return 0;
}
