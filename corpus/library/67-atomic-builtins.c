/* The __atomic_* builtins, single-threaded, on exact values: generic and _n forms,
 * fetch_op and op_fetch, nand, test_and_set and clear, compare_exchange with failure. */
#include <assert.h>

static int v = 5;
static unsigned char byte;
static char lock;
static long wide;
static int *ptr, cell[2];

int main(void)
{
    int in, out, expected;

    assert(__atomic_load_n(&v, __ATOMIC_SEQ_CST) == 5);
    __atomic_store_n(&v, 6, __ATOMIC_RELEASE);
    __atomic_load(&v, &out, __ATOMIC_ACQUIRE);
    assert(out == 6);
    in = 7;
    __atomic_store(&v, &in, __ATOMIC_RELAXED);
    assert(__atomic_exchange_n(&v, 8, __ATOMIC_ACQ_REL) == 7);
    in = 9;
    __atomic_exchange(&v, &in, &out, __ATOMIC_SEQ_CST);
    assert(out == 8 && v == 9);

    assert(__atomic_fetch_add(&v, 3, __ATOMIC_SEQ_CST) == 9 && v == 12);
    assert(__atomic_add_fetch(&v, 3, __ATOMIC_SEQ_CST) == 15);
    assert(__atomic_fetch_sub(&v, 5, __ATOMIC_SEQ_CST) == 15 && v == 10);
    assert(__atomic_sub_fetch(&v, 1, __ATOMIC_SEQ_CST) == 9);
    assert(__atomic_fetch_and(&v, 12, __ATOMIC_SEQ_CST) == 9 && v == 8);
    assert(__atomic_and_fetch(&v, 15, __ATOMIC_SEQ_CST) == 8);
    assert(__atomic_fetch_or(&v, 1, __ATOMIC_SEQ_CST) == 8 && v == 9);
    assert(__atomic_or_fetch(&v, 2, __ATOMIC_SEQ_CST) == 11);
    assert(__atomic_fetch_xor(&v, 3, __ATOMIC_SEQ_CST) == 11 && v == 8);
    assert(__atomic_xor_fetch(&v, 1, __ATOMIC_SEQ_CST) == 9);
    assert(__atomic_fetch_nand(&v, 1, __ATOMIC_SEQ_CST) == 9 && v == -2);
    assert(__atomic_nand_fetch(&v, 3, __ATOMIC_SEQ_CST) == -3);

    expected = -3;
    assert(__atomic_compare_exchange_n(&v, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    assert(v == 1 && expected == -3);
    assert(!__atomic_compare_exchange_n(&v, &expected, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    assert(v == 1 && expected == 1);
    in = 4;
    assert(__atomic_compare_exchange(&v, &expected, &in, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(v == 4);

    assert(!__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE));
    assert(__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE));
    __atomic_clear(&lock, __ATOMIC_RELEASE);
    assert(!__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE));

    assert(__atomic_sub_fetch(&byte, 1, __ATOMIC_SEQ_CST) == 255);
    assert(__atomic_add_fetch(&wide, 1L << 40, __ATOMIC_SEQ_CST) == 1L << 40);
    __atomic_store_n(&ptr, &cell[1], __ATOMIC_RELEASE);
    *__atomic_load_n(&ptr, __ATOMIC_CONSUME) = 3;
    assert(cell[1] == 3);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    assert(__atomic_always_lock_free(sizeof(int), 0));
    return 0;
}
