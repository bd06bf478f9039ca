/* N philosophers; the last one is left-handed, so they do not starve. Checked for deadlocks. */
#include <pthread.h>

static pthread_mutex_t forks[N];
static int meals[N];

static void *dine(void *arg)
{
    int me = (int)(long)arg;
    int first = me == N - 1 ? 0 : me, second = me == N - 1 ? me : me + 1;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    meals[me]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
