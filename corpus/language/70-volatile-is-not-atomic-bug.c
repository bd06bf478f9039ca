/* volatile gives neither atomicity nor ordering between threads: ++ on a volatile int
 * is still a read and a write, so an increment can be lost, and the accesses race. */
#include <assert.h>
#include <pthread.h>

static volatile int served;

static void *serve(void *arg)
{
    served++;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, serve, 0);
    served++;
    pthread_join(t, 0);
    assert(served == 2);
    return 0;
}
