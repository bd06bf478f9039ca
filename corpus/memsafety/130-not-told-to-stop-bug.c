/* The thread frees its memory only if it is told to stop, and it may ask before main has told it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void *work(void *unused)
{
    char *mine = malloc(4);

    mine[0] = 'a';
    if (atomic_load(&stop))
        free(mine);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    atomic_store(&stop, 1);
    pthread_join(t, 0);
    return 0;
}
