/* Every generic operation of <stdatomic.h>, single-threaded, on exact values: fetch
 * operations return the old value, compare-exchange writes the current value into
 * "expected" when it fails. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_int a = ATOMIC_VAR_INIT(10);
static atomic_uchar c;
static atomic_bool flag;
static atomic_llong big;
static _Atomic(int *) ptr;
static atomic_uintptr_t word;
static atomic_size_t size;

int main(void)
{
    int expected, x = 0, y = 0;
    int *pe;

    assert(atomic_load(&a) == 10);
    atomic_store(&a, 3);
    assert(atomic_exchange(&a, 6) == 3);
    assert(atomic_fetch_add(&a, 10) == 6 && a == 16);
    assert(atomic_fetch_sub(&a, 4) == 16 && a == 12);
    assert(atomic_fetch_or(&a, 3) == 12 && a == 15);
    assert(atomic_fetch_and(&a, 6) == 15 && a == 6);
    assert(atomic_fetch_xor(&a, 5) == 6 && a == 3);

    expected = 3;
    assert(atomic_compare_exchange_strong(&a, &expected, 30));
    assert(expected == 3 && a == 30);
    expected = 4;
    assert(!atomic_compare_exchange_strong(&a, &expected, 31));
    assert(expected == 30 && a == 30);
    expected = 5;
    assert(!atomic_compare_exchange_weak(&a, &expected, 32));
    assert(expected == 30);
    while (!atomic_compare_exchange_weak(&a, &expected, 33))
        ;
    assert(a == 33);

    atomic_init(&big, 1LL << 40);
    assert(atomic_fetch_add_explicit(&big, 1, memory_order_relaxed) == 1099511627776);
    assert(atomic_load_explicit(&big, memory_order_acquire) == 1099511627777);
    atomic_store_explicit(&big, -1, memory_order_release);
    assert(atomic_exchange_explicit(&big, 7, memory_order_acq_rel) == -1);

    atomic_store(&c, 250);
    assert(atomic_fetch_add(&c, 10) == 250 && c == 4);
    assert(!atomic_exchange(&flag, true) && flag);

    atomic_store(&ptr, &x);
    pe = &y;
    assert(!atomic_compare_exchange_strong(&ptr, &pe, &y) && pe == &x);
    assert(atomic_compare_exchange_strong(&ptr, &pe, &y));
    *atomic_load(&ptr) = 9;
    assert(y == 9 && x == 0);

    word = (uintptr_t)8;
    size += 3;
    assert((word | 1) == 9 && size == 3);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    return 0;
}
