/* As many workers as the user wants, at most a thousand, with their ids in an array of that size. They use two locks. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define MOST 1000

static pthread_t ids[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int busy;

static void *work(void *unused)
{
    pthread_mutex_t *mine = unused ? &lock : &other;

    pthread_mutex_lock(mine);
    busy++;
    assert(busy == 1);
    busy--;
    pthread_mutex_unlock(mine);
    return NULL;
}

int main(int argc, char **argv)
{
    int workers = argc > 1 ? atoi(argv[1]) : 4;

    if (workers < 1 || workers > MOST)
        return 1;
    for (int i = 0; i < workers; i++)
        pthread_create(&ids[i], NULL, work, (void *)(long)(i % 2));
    for (int i = 0; i < workers; i++)
        pthread_join(ids[i], NULL);
    assert(busy == 0);
    return 0;
}
