// C11 7.26.4.5 mtx_trylock: thrd_busy means not acquired.
#include <threads.h>
#include <errno.h>
static mtx_t m;
static int x;
static int work(void *a) {
    int rc = mtx_trylock(&m);
    if (rc == thrd_busy) return 0;
    x++;
    if (rc == thrd_success) mtx_unlock(&m);
    return 0;
}
int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, work, 0);
    work(0);
    thrd_join(t, 0);
    return 0;
}
