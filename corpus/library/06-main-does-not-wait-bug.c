/* main looks at the result without joining the thread first: the work may not have been
 * done yet (FALSE).  All accesses are atomic, so this is no data race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *worker(void *arg)
{
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    assert(done == 1);
    pthread_join(t, 0);
    return 0;
}
