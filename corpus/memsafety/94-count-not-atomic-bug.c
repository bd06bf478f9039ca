/* Taking one off the count is a load and a store: both threads store one, and nobody frees. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static char *object;

static void *release(void *unused)
{
    int left = atomic_load(&references) - 1;

    atomic_store(&references, left);
    if (left == 0) {
        free(object);
        object = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    object = malloc(4);
    pthread_create(&t, 0, release, 0);
    release(0);
    pthread_join(t, 0);
    object = 0;
    return 0;
}
