/* The error behind "Mozilla-order-fixed" of the paper on control abstraction: a thread uses the handle that its creator stores, which may not be there yet. */
#include <assert.h>
#include <pthread.h>

static int handle;

static void *runs(void *unused)
{
    assert(handle == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, runs, 0);
    handle = 1;
    return 0;
}
