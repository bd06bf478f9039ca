// C11 mtx_timed|mtx_recursive: the owner locks again; another thread's mtx_timedlock past the deadline gives
// thrd_timedout, its trylock thrd_busy.
#include <threads.h>
#include <assert.h>
#include <time.h>
static mtx_t m;
static int other(void *a) {
    struct timespec past = {1, 0};
    assert(mtx_timedlock(&m, &past) == thrd_timedout);
    assert(mtx_trylock(&m) == thrd_busy);
    return 0;
}
int main(void) {
    thrd_t t;
    assert(mtx_init(&m, mtx_timed | mtx_recursive) == thrd_success);
    assert(mtx_lock(&m) == thrd_success);
    assert(mtx_lock(&m) == thrd_success);
    assert(mtx_unlock(&m) == thrd_success);
    thrd_create(&t, other, 0);
    thrd_join(t, 0);
    assert(mtx_unlock(&m) == thrd_success);
    return 0;
}
