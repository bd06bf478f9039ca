// C11 cnd_wait in a loop over the predicate.
#include <threads.h>
#include <assert.h>
static mtx_t m;
static cnd_t c;
static int flag;
static int waiter(void *a) {
    mtx_lock(&m);
    while (!flag) cnd_wait(&c, &m);
    assert(flag);
    mtx_unlock(&m);
    return 0;
}
int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, waiter, 0);
    mtx_lock(&m);
    flag = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}
