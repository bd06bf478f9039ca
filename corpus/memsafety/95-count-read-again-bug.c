/* The count is taken down in one step, and read again in the next: both threads may read zero. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static char *object;

static void *release(void *unused)
{
    atomic_fetch_sub(&references, 1);
    if (atomic_load(&references) == 0)
        free(object);
    return unused;
}

int main(void)
{
    pthread_t t;

    object = malloc(4);
    pthread_create(&t, 0, release, 0);
    release(0);
    pthread_join(t, 0);
    return 0;
}
