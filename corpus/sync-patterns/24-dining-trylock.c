/* Three philosophers who only try for the second fork and put the first one back if it is taken.
 * They may try again and again (a livelock is possible), but nobody waits while holding a fork. */
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_mutex_t fork_lock[N] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static int user[N];

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    int left = me, right = (me + 1) % N;

    for (;;) {
        pthread_mutex_lock(&fork_lock[left]);
        if (pthread_mutex_trylock(&fork_lock[right]) == 0)
            break;
        pthread_mutex_unlock(&fork_lock[left]);
    }

    user[left] = me;
    user[right] = me;
    assert(user[left] == user[right]);

    pthread_mutex_unlock(&fork_lock[left]);
    pthread_mutex_unlock(&fork_lock[right]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
