/* One thread makes the table larger, while main keeps a pointer into it that it has got before. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *table;

static void *grow(void *unused)
{
    pthread_mutex_lock(&m);
    table = realloc(table, 400 * sizeof *table);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    int *first;

    table = calloc(1, sizeof *table);
    pthread_create(&t, 0, grow, 0);
    pthread_mutex_lock(&m);
    first = &table[0];
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    *first = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    free(table);
    return 0;
}
