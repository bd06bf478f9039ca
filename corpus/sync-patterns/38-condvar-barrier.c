/* A reusable barrier from a mutex, a condition variable and a generation number. Waiters wait for the
 * generation to change, which only the last arrival does, together with a broadcast. */
#include <assert.h>
#include <pthread.h>

#define N 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int waiting;
static unsigned generation;
static int x[N];

static void barrier(void)
{
    pthread_mutex_lock(&lock);
    unsigned mine = generation;
    if (++waiting == N) {
        waiting = 0;
        generation++;
        pthread_cond_broadcast(&turned);
    } else {
        while (generation == mine)
            pthread_cond_wait(&turned, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    x[me] = 10;
    barrier();
    assert(x[1 - me] == 10);
    barrier();
    x[me] = 20;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
