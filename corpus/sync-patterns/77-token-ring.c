/* Three threads pass a token round by semaphores: each waits for its own semaphore, appends its number to the log
 * and posts the next one. The log is in order and never raced on. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define N 3

static sem_t token[N];
static int log_of[N];
static int length;

static void *station(void *arg)
{
    int me = (int)(long)arg;
    sem_wait(&token[me]);
    log_of[length] = me;
    length++;
    sem_post(&token[(me + 1) % N]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        sem_init(&token[i], 0, i == 0 ? 1 : 0);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, station, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(length == N);
    for (int i = 0; i < N; i++)
        assert(log_of[i] == i);
    return 0;
}
