/* The detached thread frees its argument and tells main, which waits for that word and not for the thread. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;

static void *work(void *arg)
{
    free(arg);
    sem_post(&done);
    return 0;
}

int main(void)
{
    pthread_t t;
    char *block;

    sem_init(&done, 0, 0);
    block = malloc(3);
    block[2] = 0;
    pthread_create(&t, 0, work, block);
    pthread_detach(t);
    sem_wait(&done);
    return 0;
}
