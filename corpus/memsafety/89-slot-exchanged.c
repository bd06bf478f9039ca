/* Each thread takes out what was in the slot, and frees it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) slot;

static void *put(void *unused)
{
    char *mine = malloc(4);
    char *old = atomic_exchange(&slot, mine);

    free(old);
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
