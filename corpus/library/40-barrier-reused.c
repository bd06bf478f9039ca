/* A barrier is reusable: two rounds of writing and reading in turn need a barrier after
 * each half round, and with both the neighbours never overtake each other. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;
static int a, b;

static void *second(void *arg)
{
    for (int i = 1; i <= 2; i++) {
        b = a + 1;
        pthread_barrier_wait(&bar);
        pthread_barrier_wait(&bar);
    }
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&t, 0, second, 0);
    for (int i = 1; i <= 2; i++) {
        pthread_barrier_wait(&bar);
        a = b + 1;
        pthread_barrier_wait(&bar);
    }
    pthread_join(t, 0);
    assert(a == 4 && b == 3);
    return 0;
}
