/* Everybody has read the table when the barrier opens, and then one of them frees it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t all;
static int *table;
static int seen[2];

static void *work(void *arg)
{
    int *mine = arg;

    *mine = table[0];
    if (pthread_barrier_wait(&all) == PTHREAD_BARRIER_SERIAL_THREAD)
        free(table);
    return 0;
}

int main(void)
{
    pthread_t t;

    table = malloc(sizeof *table);
    table[0] = 4;
    pthread_barrier_init(&all, 0, 2);
    pthread_create(&t, 0, work, &seen[1]);
    work(&seen[0]);
    pthread_join(t, 0);
    return seen[0] + seen[1] != 8;
}
