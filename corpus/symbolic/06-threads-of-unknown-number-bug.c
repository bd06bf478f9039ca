/* As many workers as the user wants, with their ids in a heap block; all count in one variable without a lock. Two of them suffice. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long counter;

static void *work(void *unused)
{
    (void)unused;
    counter++;
    return NULL;
}

int main(int argc, char **argv)
{
    int workers = argc > 1 ? atoi(argv[1]) : 4;
    if (workers < 1)
        return 1;
    pthread_t *ids = malloc(workers * sizeof *ids);
    for (int i = 0; i < workers; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 0; i < workers; i++)
        pthread_join(ids[i], NULL);
    free(ids);
    return 0;
}
