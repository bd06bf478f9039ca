// C11 7.17.7.4: a strong compare-exchange succeeds if the values are equal.
#include <stdatomic.h>
#include <assert.h>
static atomic_int x;
int main(void) {
    int e = 0;
    assert(atomic_compare_exchange_strong(&x, &e, 1));
    return 0;
}
