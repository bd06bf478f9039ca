/* Three dining philosophers who take the fork with the smaller number first: in a circle of waiting someone
 * would have to hold a larger fork than the one he waits for. Each eats once, from his own plate. */
#include <pthread.h>

#define N 3

static pthread_mutex_t fork_lock[N];
static int meals[N];

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    int a = me, b = (me + 1) % N;
    int first = a < b ? a : b;
    int second = a < b ? b : a;

    pthread_mutex_lock(&fork_lock[first]);
    pthread_mutex_lock(&fork_lock[second]);
    meals[me]++;
    pthread_mutex_unlock(&fork_lock[second]);
    pthread_mutex_unlock(&fork_lock[first]);
    return NULL;
}

void reach_error(void) {}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_lock[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++)
        if (meals[i] != 1)
            reach_error();
    return 0;
}
