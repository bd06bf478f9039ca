/* free ends the block's life: a read in another thread that is not ordered with it races (C11 7.22.3: deallocation
   is an access for this purpose). Main frees before it joins the reader. */
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
    int v = *(int *)arg;
    return v ? 0 : arg;
}

int main(void)
{
    int *block = malloc(sizeof(int));
    pthread_t t;
    *block = 1;
    pthread_create(&t, 0, worker, block);
    free(block);
    pthread_join(t, 0);
    return 0;
}
