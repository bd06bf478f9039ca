/* The Mozilla error behind "Mozilla-order-fixed" of the paper on control abstraction: the creator says that it is ready before it has stored the handle that
 * the other thread uses. */
#include <assert.h>
#include <pthread.h>

static int handle, ready, state;

static void *runs(void *unused)
{
    while (!ready)
        ;
    state = handle;
    assert(state == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, runs, 0);
    ready = 1;
    handle = 1;
    return 0;
}
