/* The same by hand with a plain flag set before the work is finished: a second user may
 * see the flag and read a half-filled table. */
#include <assert.h>
#include <pthread.h>

static volatile int started;
static int table[2];

static void init_once(void)
{
    if (!started) {
        started = 1;
        table[0] = 1;
        table[1] = 2;
    }
}

static void *user(void *arg)
{
    init_once();
    assert(table[0] + table[1] == 3);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, user, 0);
    user(0);
    pthread_join(t, 0);
    return 0;
}
