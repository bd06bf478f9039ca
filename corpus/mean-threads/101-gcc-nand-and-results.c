// Gcc manual: fetch_op returns the old, op_fetch the new value; nand is ~(old & val), also for __sync since gcc 4.4.
#include <assert.h>
int main(void) {
    int x = 6, e = 9;
    unsigned char c = 255;
    assert(__atomic_fetch_nand(&x, 3, __ATOMIC_SEQ_CST) == 6 && x == ~2);
    assert(__atomic_nand_fetch(&x, 5, __ATOMIC_RELAXED) == ~5 && x == ~5);
    assert(__sync_fetch_and_nand(&x, 4) == ~5 && x == -1);
    assert(__atomic_add_fetch(&c, 2, __ATOMIC_ACQ_REL) == 1 && c == 1);
    assert(__sync_sub_and_fetch(&c, 2) == 255);
    assert(__sync_val_compare_and_swap(&x, 0, 8) == -1 && x == -1);
    assert(__sync_bool_compare_and_swap(&x, -1, 8) && x == 8);
    assert(!__atomic_compare_exchange_n(&x, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && e == 8);
    assert(__sync_lock_test_and_set(&x, 1) == 8 && x == 1);
    __sync_lock_release(&x);
    assert(x == 0 && __atomic_exchange_n(&x, 4, __ATOMIC_ACQUIRE) == 0);
    return 0;
}
