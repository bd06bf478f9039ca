/* C11 threads: thrd_current is the same at each call of a thread and differs between threads
 * that exist.  TRUE. */
#include <assert.h>
#include <threads.h>

static thrd_t seen;

static int worker(void *arg)
{
    seen = thrd_current();
    assert(thrd_equal(seen, thrd_current()));
    return 0;
}

int main(void)
{
    thrd_t thread;
    thrd_create(&thread, worker, 0);
    assert(!thrd_equal(thread, thrd_current()));
    thrd_join(thread, 0);
    assert(thrd_equal(thread, seen));
    return 0;
}
