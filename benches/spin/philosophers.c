/* N dining philosophers who eat for ever; the last one is left-handed, so there is no deadlock. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_[N];
static volatile unsigned char eating[N];

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    int first = me == N - 1 ? 0 : me, second = me == N - 1 ? me : me + 1;
    for (;;) {
        pthread_mutex_lock(&fork_[first]);
        pthread_mutex_lock(&fork_[second]);
        eating[me] = 1;
        assert(eating[(me + 1) % N] == 0);
        eating[me] = 0;
        pthread_mutex_unlock(&fork_[second]);
        pthread_mutex_unlock(&fork_[first]);
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
