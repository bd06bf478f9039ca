// C11 7.17.7.5: atomic_fetch_add on signed types wraps silently; stores to atomic_bool convert to _Bool.
#include <stdatomic.h>
#include <assert.h>
#include <limits.h>
int main(void) {
    atomic_int x = INT_MAX;
    atomic_bool b = 0;
    _Atomic unsigned char c = 250;
    assert(atomic_fetch_add(&x, 1) == INT_MAX);
    assert(x == INT_MIN);
    assert((b = 2) == 1);
    assert(atomic_exchange(&b, 4) == 1 && b == 1);
    assert((b -= 1) == 0);
    assert((c += 10) == 4 && c++ == 4 && ++c == 6);
    assert((c |= 0x101) == 7);
    return 0;
}
