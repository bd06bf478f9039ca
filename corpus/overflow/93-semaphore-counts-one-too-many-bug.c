/* The semaphore begins with one, so that nobody waits for the divisor. */
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t ready;
static atomic_int divisor = -1;

static void *set(void *unused)
{
    atomic_store(&divisor, 2);
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t t;
    int half, by;

    sem_init(&ready, 0, 1);
    pthread_create(&t, 0, set, 0);
    sem_wait(&ready);
    by = atomic_load(&divisor);
    half = INT_MIN / by;
    pthread_join(t, 0);
    return half == 0;
}
