/* A deadlock of <threads.h> primitives: a plain mutex is never unlocked by the thread
 * that ended while holding it, and main waits for it. */
#include <threads.h>

static mtx_t m;

static int keep(void *arg)
{
    mtx_lock(&m);
    return 0;
}

int main(void)
{
    thrd_t t;

    mtx_init(&m, mtx_plain);
    thrd_create(&t, keep, 0);
    thrd_join(t, 0);
    mtx_lock(&m);
    return 0;
}
