/* Three philosophers, but a semaphore lets only two sit down at a time: one of them always gets both forks.
 * He leaves and makes room for the third. Each fills his own plate only. */
#include <pthread.h>
#include <semaphore.h>

#define N 3

static pthread_mutex_t fork_lock[N] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static sem_t seats;
static int plate[N];

extern void reach_error(void);

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;

    sem_wait(&seats);
    pthread_mutex_lock(&fork_lock[me]);
    pthread_mutex_lock(&fork_lock[(me + 1) % N]);
    plate[me] = 1;
    pthread_mutex_unlock(&fork_lock[(me + 1) % N]);
    pthread_mutex_unlock(&fork_lock[me]);
    sem_post(&seats);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    sem_init(&seats, 0, N - 1);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    if (plate[0] + plate[1] + plate[2] != N)
        reach_error();
    return 0;
}
