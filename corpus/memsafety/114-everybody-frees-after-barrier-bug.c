/* The barrier opens for both, and both free the table. */
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t all;
static int *table;

static void *work(void *unused)
{
    pthread_barrier_wait(&all);
    free(table);
    return unused;
}

int main(void)
{
    pthread_t t;

    table = malloc(sizeof *table);
    pthread_barrier_init(&all, 0, 2);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
