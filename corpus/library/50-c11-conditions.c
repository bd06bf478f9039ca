/* cnd_wait in a loop, cnd_signal and cnd_broadcast: one slot handed from a producer to
 * a consumer; call_once initialises it exactly once; cnd_timedwait gives up. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static once_flag flag = ONCE_FLAG_INIT;
static mtx_t m;
static cnd_t filled;
static int slot, full, setups;

static void setup(void)
{
    setups++;
    mtx_init(&m, mtx_plain);
    cnd_init(&filled);
}

static int produce(void *arg)
{
    call_once(&flag, setup);
    mtx_lock(&m);
    slot = 5;
    full = 1;
    if (arg)
        cnd_broadcast(&filled);
    else
        cnd_signal(&filled);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    struct timespec past = { 1, 0 };
    thrd_t t;
    int rc;

    thrd_create(&t, produce, 0);
    call_once(&flag, setup);
    mtx_lock(&m);
    while (!full)
        cnd_wait(&filled, &m);
    assert(slot == 5);
    mtx_unlock(&m);
    thrd_join(t, 0);
    assert(setups == 1);
    mtx_lock(&m);
    rc = cnd_timedwait(&filled, &m, &past);
    assert(rc == thrd_timedout || rc == thrd_success);
    mtx_unlock(&m);
    cnd_destroy(&filled);
    return 0;
}
