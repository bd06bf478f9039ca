/* Three dining philosophers who all take the left fork first: each may hold one fork and wait for the next.
 * Nothing else is wrong: a fork is used by its holder only. */
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_mutex_t fork_lock[N] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static int user[N]; /* who uses the fork, plus one; 0: nobody */

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    int left = me, right = (me + 1) % N;

    pthread_mutex_lock(&fork_lock[left]);
    pthread_mutex_lock(&fork_lock[right]);
    user[left] = me + 1;
    user[right] = me + 1;
    assert(user[left] == me + 1 && user[right] == me + 1);
    pthread_mutex_unlock(&fork_lock[right]);
    pthread_mutex_unlock(&fork_lock[left]);
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
