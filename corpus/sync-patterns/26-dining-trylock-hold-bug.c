/* Philosophers try for the second fork once and, if that fails, wait for it without putting the first one
 * back: trylock alone does not help, three of them can still wait in a circle. */
#include <pthread.h>
#include <assert.h>

#define N 3

static pthread_mutex_t fork_lock[N] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static int meals[N];

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    pthread_mutex_t *left = &fork_lock[me];
    pthread_mutex_t *right = &fork_lock[(me + 1) % N];

    pthread_mutex_lock(left);
    if (pthread_mutex_trylock(right) != 0)
        pthread_mutex_lock(right); /* still holding the left one */
    meals[me]++;
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++)
        assert(meals[i] == 1);
    return 0;
}
