// C11 tss_create destructors run at thread exit with the old value; call_once calls once; tss values start as null.
#include <threads.h>
#include <assert.h>
static tss_t k;
static once_flag o = ONCE_FLAG_INIT;
static int cell[2], inits;
static void dtor(void *p) { *(int *)p += 1; }
static void init(void) { inits++; tss_create(&k, dtor); }
static int work(void *a) {
    call_once(&o, init);
    assert(tss_get(k) == 0);
    assert(tss_set(k, a) == thrd_success);
    return tss_get(k) == a;
}
int main(void) {
    thrd_t t, u;
    int r;
    thrd_create(&t, work, &cell[0]);
    thrd_create(&u, work, &cell[1]);
    thrd_join(t, &r);
    assert(r == 1);
    thrd_join(u, &r);
    assert(r == 1 && inits == 1 && cell[0] == 1 && cell[1] == 1);
    return 0;
}
