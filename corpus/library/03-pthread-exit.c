/* pthread_exit ends the calling thread from inside nested calls, with a result for the
 * joiner; nothing behind the call is executed. */
#include <assert.h>
#include <pthread.h>

extern void reach_error(void);

static int progress;

static void leave(int n)
{
    if (n == 0)
        pthread_exit(&progress);
    progress++;
    leave(n - 1);
    reach_error();
}

static void *work(void *arg)
{
    leave(3);
    reach_error();
    return 0;
}

int main(void)
{
    pthread_t t;
    void *r;

    pthread_create(&t, 0, work, 0);
    pthread_join(t, &r);
    assert(r == &progress && progress == 3);
    return 0;
}
