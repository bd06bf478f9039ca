/* x ? x : 1 reads the shared variable twice; the other thread may clear it between the
 * test and the use, so the result can be 0: FALSE.  volatile does not change that. */
#include <assert.h>
#include <pthread.h>

static volatile int x = 3;

static void *clear(void *arg)
{
    x = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    int v;

    pthread_create(&t, 0, clear, 0);
    v = x ? x : 1;
    assert(v != 0);
    pthread_join(t, 0);
    return 0;
}
