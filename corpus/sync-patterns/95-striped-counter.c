/* A striped counter: one cell and one lock per stripe, a reader takes the locks in turn. Each thread counts in
 * its own stripe; the reader's sum lies between nothing and everything, and after the joins it is exact. */
#include <assert.h>
#include <pthread.h>

#define STRIPES 2

struct stripe {
    pthread_mutex_t lock;
    unsigned hits;
};

static struct stripe stripes[STRIPES] = {
    { PTHREAD_MUTEX_INITIALIZER, 0 },
    { PTHREAD_MUTEX_INITIALIZER, 0 },
};

static unsigned read_sum(void)
{
    unsigned sum = 0;
    for (int i = 0; i < STRIPES; i++) {
        pthread_mutex_lock(&stripes[i].lock);
        sum += stripes[i].hits;
        pthread_mutex_unlock(&stripes[i].lock);
    }
    return sum;
}

static void *counter(void *arg)
{
    struct stripe *s = arg;
    pthread_mutex_lock(&s->lock);
    s->hits++;
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

int main(void)
{
    pthread_t t[STRIPES];
    for (int i = 0; i < STRIPES; i++)
        pthread_create(&t[i], NULL, counter, &stripes[i]);
    assert(read_sum() <= STRIPES);
    for (int i = 0; i < STRIPES; i++)
        pthread_join(t[i], NULL);
    assert(read_sum() == STRIPES);
    return 0;
}
