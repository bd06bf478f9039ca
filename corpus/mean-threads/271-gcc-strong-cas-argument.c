// Gcc manual: with weak = false it fails only if the values differ.
#include <assert.h>
static int x;
int main(void) {
    int e = 0;
    _Bool ok = __atomic_compare_exchange_n(&x, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert(e == 0);
    assert(ok == x);
    assert(x == 1);
    return 0;
}
