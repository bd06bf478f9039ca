/* Whoever needs the table first makes it. Both threads may find that there is none, and then one of the two tables is lost. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) table;

static void *work(void *unused)
{
    if (atomic_load(&table) == 0)
        atomic_store(&table, calloc(2, sizeof(int)));
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
