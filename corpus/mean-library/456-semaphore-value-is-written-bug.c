/* Two threads ask for the value of a semaphore into one variable. */
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static int values[2];
static void *ask(void *into)
{
    sem_getvalue(&semaphore, into);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    sem_init(&semaphore, 0, 1);
    pthread_create(&a, 0, ask, &values[0]);
    pthread_create(&b, 0, ask, &values[0]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
