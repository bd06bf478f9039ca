/* Whoever loses the race for the slot frees its own table. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) table;

static void *work(void *unused)
{
    if (atomic_load(&table) == 0) {
        int *mine = calloc(2, sizeof(int)), *none = 0;

        if (!atomic_compare_exchange_strong(&table, &none, mine))
            free(mine);
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    free(atomic_load(&table));
    return 0;
}
