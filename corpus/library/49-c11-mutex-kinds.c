/* <threads.h> mutexes: mtx_trylock says thrd_busy, recursive ones nest, a timed one
 * gives up with thrd_timedout when the owner keeps it. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;

static int other(void *arg)
{
    struct timespec past = { 1, 0 };

    assert(mtx_trylock(&plain) == thrd_busy);
    assert(mtx_trylock(&recursive) == thrd_busy);
    assert(mtx_timedlock(&timed, &past) == thrd_timedout);
    return 0;
}

int main(void)
{
    thrd_t t;

    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    assert(mtx_trylock(&plain) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    mtx_unlock(&recursive);
    assert(mtx_lock(&timed) == thrd_success);
    thrd_create(&t, other, 0);
    thrd_join(t, 0);
    mtx_unlock(&recursive);
    assert(mtx_trylock(&recursive) == thrd_success);
    mtx_unlock(&plain);
    assert(mtx_unlock(&timed) == thrd_success);
    return 0;
}
