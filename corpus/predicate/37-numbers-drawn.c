/* Two threads draw numbers from one counter as long as there are any.
 * What must be found: every number drawn is below what the counter is now, and the counter cannot wrap. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_number;

static void *draw(void *unused)
{
    while (next_number < 4000000000u) {
        unsigned mine = atomic_fetch_add(&next_number, 1);
        assert(mine < next_number);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, draw, 0);
    draw(0);
    pthread_join(thread, 0);
    return 0;
}
