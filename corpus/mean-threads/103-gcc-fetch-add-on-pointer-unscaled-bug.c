// Gcc manual: adding 1 to a pointer with __atomic_fetch_add advances it by one byte, not one element.
#include <assert.h>
static int a[4];
int main(void) {
    int *p = a;
    int *_Atomic q = a;
    int *old = __atomic_fetch_add(&p, 1, __ATOMIC_SEQ_CST);
    assert(old == a && p == a + 1);
    q++;
    assert(q == a + 1);
    q += 2;
    assert(q == a + 3);
    return 0;
}
