/* pthread_tryjoin_np is EBUSY while the thread runs, and joins it afterwards.
    */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t stay, gone;

void *worker(void *arg)
{
    sem_wait(&stay);
    sem_post(&gone);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&stay, 0, 0);
    sem_init(&gone, 0, 0);
    pthread_create(&t, 0, worker, 0);
    assert(pthread_tryjoin_np(t, 0) == EBUSY);
    sem_post(&stay);
    sem_wait(&gone);
    int r = pthread_tryjoin_np(t, 0);
    assert(r == 0 || r == EBUSY);
    return 0;
}
