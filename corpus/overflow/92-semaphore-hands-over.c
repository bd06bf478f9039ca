/* The semaphore says that the divisor has been set: until then it is -1, and the dividend is the smallest number. */
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int divisor = -1;

static void *set(void *unused)
{
    divisor = 2;
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t t;
    int half;

    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, set, 0);
    sem_wait(&ready);
    half = INT_MIN / divisor;
    pthread_join(t, 0);
    return half != INT_MIN / 2;
}
