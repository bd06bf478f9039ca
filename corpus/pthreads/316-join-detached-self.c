/* A thread detaches itself and then joins itself. glibc looks first whether the thread is detached, and only then whether it is
 * the caller: the answer is EINVAL, and nobody waits. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *leaves(void *unused)
{
    (void)unused;
    int detached = pthread_detach(pthread_self());
    assert(detached == 0);
    int joined = pthread_join(pthread_self(), 0);
    assert(joined == EINVAL);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, leaves, 0);
    pthread_exit(0);
}
