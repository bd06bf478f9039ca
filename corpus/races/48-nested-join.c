/* The repaired version: the parent joins its child before it ends, and the order carries
 * over through both joins. */
#include <assert.h>
#include <pthread.h>

static int result;

static void *child(void *arg)
{
    result = 1;
    return 0;
}

static void *parent(void *arg)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, parent, 0);
    pthread_join(t, 0);
    assert(result == 1);
    return 0;
}
