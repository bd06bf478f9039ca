/* The older __sync_* builtins, single-threaded, on exact values: fetch_and_op returns
 * the old value, op_and_fetch the new one, compare_and_swap the flag or the old value. */
#include <assert.h>

static int v = 10;
static unsigned short s;
static int lock;
static void *ptr;

int main(void)
{
    assert(__sync_fetch_and_add(&v, 5) == 10 && v == 15);
    assert(__sync_add_and_fetch(&v, 1) == 16);
    assert(__sync_fetch_and_sub(&v, 6) == 16 && v == 10);
    assert(__sync_sub_and_fetch(&v, 1) == 9);
    assert(__sync_fetch_and_or(&v, 6) == 9 && v == 15);
    assert(__sync_or_and_fetch(&v, 16) == 31);
    assert(__sync_fetch_and_and(&v, 7) == 31 && v == 7);
    assert(__sync_and_and_fetch(&v, 5) == 5);
    assert(__sync_fetch_and_xor(&v, 1) == 5 && v == 4);
    assert(__sync_xor_and_fetch(&v, 6) == 2);

    assert(__sync_bool_compare_and_swap(&v, 2, 20) && v == 20);
    assert(!__sync_bool_compare_and_swap(&v, 2, 30) && v == 20);
    assert(__sync_val_compare_and_swap(&v, 20, 40) == 20 && v == 40);
    assert(__sync_val_compare_and_swap(&v, 1, 50) == 40 && v == 40);

    assert(__sync_lock_test_and_set(&lock, 1) == 0 && lock == 1);
    assert(__sync_lock_test_and_set(&lock, 1) == 1);
    __sync_lock_release(&lock);
    assert(lock == 0);

    assert(__sync_sub_and_fetch(&s, 1) == 65535);
    assert(__sync_bool_compare_and_swap(&ptr, (void *)0, (void *)&v) && ptr == &v);
    __sync_synchronize();
    return 0;
}
