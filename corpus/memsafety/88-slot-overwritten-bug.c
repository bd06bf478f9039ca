/* Both threads put a block into the same slot: the one that comes first is lost. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) slot;

static void *put(void *unused)
{
    atomic_store(&slot, malloc(4));
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, put, 0);
    put(0);
    pthread_join(t, 0);
    free(atomic_load(&slot));
    atomic_store(&slot, (char *)0);
    return 0;
}
