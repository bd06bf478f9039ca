/* The thread does not wait: its local variable may be gone when main reads it. */
#include <pthread.h>
#include <semaphore.h>

static int *result;
static sem_t there;

static void *work(void *unused)
{
    int local = 7;

    result = &local;
    sem_post(&there);
    return unused;
}

int main(void)
{
    pthread_t t;
    int value;

    sem_init(&there, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_wait(&there);
    value = *result;
    pthread_join(t, 0);
    return value != 7;
}
