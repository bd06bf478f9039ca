// Every argument of an atomic builtin is evaluated, the memory order and the flag for weak exchanges included; what only
// the compiler looks at is not.
#include <assert.h>

int x, y, c;
char flag;

int main(void) {
    __atomic_store_n(&x, 1, ++c);
    __atomic_load(&x, &y, (++c, 0));
    __atomic_compare_exchange_n(&x, &y, 1, (++c, 0), (++c, 5), (++c, 5));
    assert(c == 5);
    __atomic_fetch_add(&x, 1, (++c, 0));
    __atomic_clear(&flag, (++c, 0));
    __atomic_thread_fence((++c, 5));
    assert(c == 8);
    assert(__atomic_is_lock_free((++c, 4), (++c, (void *)0)));
    __builtin_prefetch((++c, &x));
    assert(__builtin_assume_aligned(&x, 4, (++c, 0)) == &x);
    assert(c == 12);
    assert(!__builtin_expect(flag, ++c));
    assert(c == 13);
    assert(!__builtin_constant_p(++c));
    assert(__builtin_object_size((++c, &x), 0));
    assert(__atomic_always_lock_free(3, 0) == 0);
    __sync_fetch_and_add(&x, 1, ++c);
    assert(c == 13);
    return 0;
}
