/* Main waits first and frees then. */
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
    pthread_join(t, 0);
    free(number);
    return seen != 5;
}
