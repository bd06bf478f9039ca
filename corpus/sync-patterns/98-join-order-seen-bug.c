/* Three threads that are all the same, joined in order, but something happens between the joins: `main` looks at the
 * counter after the first. Then it matters which thread is joined first, and threads must not change places. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int count, first_seen;

static void *add(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], 0);
        if (i == 0)
            first_seen = count;
    }
    assert(first_seen >= 1);
    assert(first_seen == THREADS);
    return 0;
}
