/* Main frees what it has given to the thread, and only then waits for it. */
#include <pthread.h>
#include <stdlib.h>

static int seen;

static void *work(void *arg)
{
    seen = *(int *)arg;
    return 0;
}

int main(void)
{
    pthread_t t;
    int *number = malloc(sizeof *number);

    *number = 5;
    pthread_create(&t, 0, work, number);
    free(number);
    pthread_join(t, 0);
    return 0;
}
