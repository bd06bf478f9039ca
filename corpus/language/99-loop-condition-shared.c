/* A loop condition is evaluated again on every round: main leaves the loop only after
 * the other thread has set the atomic flag, and then sees what was written before. */
#include <assert.h>
#include <pthread.h>

static _Atomic int done;
static int result;

static void *work(void *arg)
{
    result = 3;
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    while (!done)
        ;
    assert(result == 3);
    pthread_join(t, 0);
    return 0;
}
