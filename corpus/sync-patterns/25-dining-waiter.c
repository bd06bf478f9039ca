/* Three philosophers and a waiter (one more mutex): forks are picked up with the waiter's permission only,
 * both in one go, and put down without it. The holder of the waiter waits only for eaters, who need nothing. */
#include <pthread.h>
#include <assert.h>

#define N 3

static pthread_mutex_t waiter = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t fork_lock[N] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static int eaten;
static pthread_mutex_t eaten_lock = PTHREAD_MUTEX_INITIALIZER;

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;

    pthread_mutex_lock(&waiter);
    pthread_mutex_lock(&fork_lock[me]);
    pthread_mutex_lock(&fork_lock[(me + 1) % N]);
    pthread_mutex_unlock(&waiter);

    pthread_mutex_lock(&eaten_lock);
    eaten++;
    pthread_mutex_unlock(&eaten_lock);

    pthread_mutex_unlock(&fork_lock[me]);
    pthread_mutex_unlock(&fork_lock[(me + 1) % N]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(eaten == N);
    return 0;
}
