/* realloc reads the old block to copy it, and ends its life. The worker may write to it at the same time: a race. */
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
    *(char *)arg = 1;
    return 0;
}

int main(void)
{
    char *block = calloc(4, 1);
    pthread_t t;
    pthread_create(&t, 0, worker, block);
    block = realloc(block, 4000);
    pthread_join(t, 0);
    free(block);
    return 0;
}
