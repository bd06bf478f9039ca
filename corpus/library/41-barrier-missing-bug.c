/* The author forgot the second barrier of each round: the fast thread may overwrite its
 * cell for the next round before the slow one has read it. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;
static int cell;

static void *writer(void *arg)
{
    cell = 1;
    pthread_barrier_wait(&bar);
    cell = 2;                   /* should wait for the reader first */
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&t, 0, writer, 0);
    pthread_barrier_wait(&bar);
    assert(cell == 1);
    pthread_join(t, 0);
    return 0;
}
