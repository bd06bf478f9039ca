// C11 7.17.1: arguments of generic atomic functions, the order included, are evaluated once each.
#include <stdatomic.h>
#include <assert.h>
static atomic_int a[3];
int main(void) {
    int i = 0, n = 0, v = 5;
    atomic_store_explicit(&a[i++], v++, (n++, memory_order_seq_cst));
    assert(i == 1 && v == 6 && n == 1 && a[0] == 5);
    int old = atomic_fetch_add_explicit(&a[--i], v--, (n++, memory_order_relaxed));
    assert(old == 5 && a[0] == 11 && i == 0 && v == 5 && n == 2);
    assert(atomic_exchange(&a[++i], 9) == 0 && a[1] == 9);
    assert(atomic_fetch_xor(&a[1], 1) == 9 && atomic_fetch_and(&a[1], 12) == 8 && a[1] == 8);
    return 0;
}
