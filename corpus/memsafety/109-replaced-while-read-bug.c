/* The writer replaces the settings and frees the old ones at once, while a reader may still look at them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings { int level; };

static _Atomic(struct settings *) current;

static void *update(void *unused)
{
    struct settings *fresh = malloc(sizeof *fresh), *old;

    fresh->level = 2;
    old = atomic_exchange(&current, fresh);
    free(old);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct settings *seen = malloc(sizeof *seen);
    int level;

    seen->level = 1;
    atomic_store(&current, seen);
    pthread_create(&t, 0, update, 0);
    seen = atomic_load(&current);
    level = seen->level;
    pthread_join(t, 0);
    free(atomic_load(&current));
    return level == 0;
}
