/* A thread detaches itself and then joins itself, and takes it for granted that this is called a deadlock. glibc looks first
 * whether the thread is detached: the answer is EINVAL. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *leaves(void *unused)
{
    (void)unused;
    pthread_detach(pthread_self());
    int joined = pthread_join(pthread_self(), 0);
    assert(joined == EDEADLK);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, leaves, 0);
    pthread_exit(0);
}
