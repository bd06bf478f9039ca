/* sem_getvalue itself may run at the same time as sem_post, but it writes the caller's variable.
   That is a global one, which main reads meanwhile: a race. */
#include <pthread.h>
#include <semaphore.h>

sem_t sem;
int value;

void *worker(void *arg)
{
    int own;
    sem_getvalue(&sem, &value);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&sem, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_post(&sem);
    int v = value;
    pthread_join(t, 0);
    return v;
}
