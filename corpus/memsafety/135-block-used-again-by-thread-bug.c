/* Main frees its block and allocates another one of the same size while the thread still has the old pointer. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t go;
static int *shared;

static void *work(void *unused)
{
    int *mine = shared;

    sem_wait(&go);
    *mine = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    int *other;

    sem_init(&go, 0, 0);
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, work, 0);
    free(shared);
    other = malloc(sizeof *other);
    *other = 0;
    sem_post(&go);
    pthread_join(t, 0);
    free(other);
    return 0;
}
