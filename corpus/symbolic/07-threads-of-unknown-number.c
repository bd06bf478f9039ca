/* As many workers as the user wants, with their ids in a heap block; what they count in has a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
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
