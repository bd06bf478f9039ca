/* Main keeps an index, and looks up where the table is under the lock. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *table;

static void *grow(void *unused)
{
    pthread_mutex_lock(&m);
    table = realloc(table, 4 * sizeof *table);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    int at = 0;

    table = calloc(1, sizeof *table);
    pthread_create(&t, 0, grow, 0);
    pthread_mutex_lock(&m);
    table[at] = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    free(table);
    return 0;
}
