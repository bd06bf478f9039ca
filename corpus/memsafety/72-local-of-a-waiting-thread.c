/* The thread waits until main has read its local variable. */
#include <pthread.h>
#include <semaphore.h>

static int *result;
static sem_t there, seen;

static void *work(void *unused)
{
    int local = 7;

    result = &local;
    sem_post(&there);
    sem_wait(&seen);
    return unused;
}

int main(void)
{
    pthread_t t;
    int value;

    sem_init(&there, 0, 0);
    sem_init(&seen, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_wait(&there);
    value = *result;
    sem_post(&seen);
    pthread_join(t, 0);
    return value != 7;
}
