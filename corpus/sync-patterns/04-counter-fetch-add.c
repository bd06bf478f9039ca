/* Three threads count with one atomic read-modify-write each; the values they get back are all different.
 * Main collects them from the joins, so only the atomic is ever shared. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define THREADS 3

static atomic_int tickets;

static void *draw(void *unused)
{
    (void)unused;
    int mine = atomic_fetch_add(&tickets, 1);
    return (void *)(intptr_t)mine;
}

int main(void)
{
    pthread_t t[THREADS];
    int drawn[THREADS] = { 0 };

    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, draw, NULL);
    for (int i = 0; i < THREADS; i++) {
        void *r;
        pthread_join(t[i], &r);
        drawn[(intptr_t)r]++;
    }
    for (int i = 0; i < THREADS; i++)
        assert(drawn[i] == 1);
    assert(tickets == THREADS);
    return 0;
}
