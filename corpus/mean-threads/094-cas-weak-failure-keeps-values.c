// C11 7.17.7.4p4: a spurious failure stores the original value back to expected.
#include <stdatomic.h>
#include <assert.h>
static atomic_int x;
int main(void) {
    int e = 0;
    if (atomic_compare_exchange_weak(&x, &e, 1))
        assert(x == 1 && e == 0);
    else
        assert(x == 0 && e == 0);
    return 0;
}
