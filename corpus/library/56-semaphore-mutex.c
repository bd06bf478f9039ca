/* A semaphore with one permit is a mutex: the increments exclude each other; it may be
 * released by a thread that did not take it, which a mutex forbids. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lock;
static int n;

static void *work(void *arg)
{
    sem_wait(&lock);
    n++;
    sem_post(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&lock, 0, 1);
    sem_wait(&lock);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    n = 10;
    sem_post(&lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 12);
    return 0;
}
