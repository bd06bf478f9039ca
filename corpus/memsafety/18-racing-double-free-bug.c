/* Both threads ask whether the block is freed already, and both may be told that it is not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int freed;
static char *block;

static void *clean(void *unused)
{
    if (!atomic_load(&freed)) {
        atomic_store(&freed, 1);
        free(block);
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    block = malloc(4);
    pthread_create(&t, 0, clean, 0);
    clean(0);
    pthread_join(t, 0);
    return 0;
}
