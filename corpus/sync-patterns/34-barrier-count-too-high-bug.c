/* The barrier expects three threads but only two come: both wait for ever, and main waits for them.
 * What comes after the barrier is never reached, so the assertion cannot fail and nothing races. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t meet;
static int ready[2];

static void *worker(void *arg)
{
    long me = (long)arg;
    ready[me] = 1;
    pthread_barrier_wait(&meet);
    assert(ready[1 - me]);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&meet, NULL, 3); /* one too many */
    pthread_create(&a, NULL, worker, (void *)0L);
    pthread_create(&b, NULL, worker, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
