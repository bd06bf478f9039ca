/* A block goes from thread to thread, and whoever has it last frees it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t filled;
static char *box;

static void *receive(void *unused)
{
    char *mine;

    sem_wait(&filled);
    mine = box;
    box = 0;
    mine[0]++;
    free(mine);
    return unused;
}

int main(void)
{
    pthread_t t;
    char *block;

    sem_init(&filled, 0, 0);
    pthread_create(&t, 0, receive, 0);
    block = malloc(2);
    block[0] = 'a';
    box = block;
    sem_post(&filled);
    pthread_join(t, 0);
    return 0;
}
