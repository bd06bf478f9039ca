/* The ring of stations starts without a token: every station waits for its predecessor, and main for them.
 * Nobody ever reaches the shared counter, so there is neither a race nor a failing assertion. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define N 3

static sem_t token[N];
static int length;

static void *station(void *arg)
{
    int me = (int)(long)arg;
    sem_wait(&token[me]);
    length++;
    sem_post(&token[(me + 1) % N]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        sem_init(&token[i], 0, 0); /* one of them should be 1 */
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, station, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(length == N);
    return 0;
}
