/* The thread returns its memory, and main is not interested. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    int *result = malloc(sizeof *result);

    *result = 6;
    return result;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    pthread_join(t, NULL);
    return 0;
}
