/* Accesses ordered by creation and join alone: main, then the first thread, main again,
 * then a second thread created after the first was joined. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *step(void *arg)
{
    x = 2 * x + 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    x = 1;
    pthread_create(&t, 0, step, 0);
    pthread_join(t, 0);
    x++;
    pthread_create(&t, 0, step, 0);
    pthread_join(t, 0);
    assert(x == 9);
    return 0;
}
