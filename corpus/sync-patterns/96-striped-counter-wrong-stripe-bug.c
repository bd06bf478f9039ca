/* A striped counter that locks one stripe and counts in another (the index is reduced twice, differently).
 * Keys 2 and 3 take different locks but count in the same cell: a hit can be lost, and the cell races. */
#include <assert.h>
#include <pthread.h>

#define STRIPES 2

static pthread_mutex_t lock[STRIPES] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static unsigned hits[STRIPES];

static void *counter(void *arg)
{
    unsigned key = (unsigned)(unsigned long)arg;

    pthread_mutex_lock(&lock[key % STRIPES]);
    hits[(key / 2) % STRIPES]++; /* not the stripe that is locked */
    pthread_mutex_unlock(&lock[key % STRIPES]);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, counter, (void *)2ul);
    pthread_create(&b, NULL, counter, (void *)3ul);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(hits[0] + hits[1] == 2);
    return 0;
}
