/* "Mozilla-order-fixed" of the paper on control abstraction (S. Lu et al., ASPLOS 2008, Figure 2): a thread uses the handle that its creator stores, and waits until it is there. The
 * main thread is the creator. */
#include <assert.h>
#include <pthread.h>

static int handle;

static void *runs(void *unused)
{
    while (!handle)
        ;
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
