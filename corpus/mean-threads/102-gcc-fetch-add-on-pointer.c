// Gcc manual: __atomic_fetch_add on a pointer adds bytes, as if on uintptr_t; ++ on an _Atomic pointer counts
// elements.
#include <assert.h>
static int a[4];
int main(void) {
    int *p = a;
    int *_Atomic q = a;
    int *old = __atomic_fetch_add(&p, sizeof(int), __ATOMIC_SEQ_CST);
    assert(old == a && p == a + 1);
    q++;
    assert(q == a + 1);
    q += 2;
    assert(q == a + 3);
    return 0;
}
