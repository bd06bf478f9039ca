/* The thread frees its argument, and so does main, after it has waited. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    free(arg);
    return 0;
}

int main(void)
{
    pthread_t t;
    int *number = malloc(sizeof *number);

    pthread_create(&t, 0, work, number);
    pthread_join(t, 0);
    free(number);
    return 0;
}
