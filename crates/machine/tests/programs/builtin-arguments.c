// Which arguments of a builtin are evaluated, and which are only looked at: each line counts the side effects of one
// argument. The compiler says what is right; the order of evaluation does not matter here.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int x, y, z, c;
long l;
bool b;
char fl;
_Atomic int a;
atomic_flag flag = ATOMIC_FLAG_INIT;

#define T(e) c = 0; e; printf("%d %s\n", c, #e);

static void atomics(void) {
    T(__atomic_store_n(&x,1,(++c,0)))
    T(__atomic_load_n(&x,(++c,0)))
    T(__atomic_load(&x,&y,(++c,0)))
    T(__atomic_store(&x,&y,(++c,0)))
    T(__atomic_exchange_n(&x,1,(++c,0)))
    T(__atomic_exchange(&x,&y,&z,(++c,0)))
    T(__atomic_compare_exchange_n(&x,&y,1,(++c,0),5,5))
    T(__atomic_compare_exchange_n(&x,&y,1,0,(++c,5),5))
    T(__atomic_compare_exchange_n(&x,&y,1,0,5,(++c,5)))
    T(__atomic_compare_exchange(&x,&y,&z,(++c,0),5,5))
    T(__atomic_compare_exchange(&x,&y,&z,0,(++c,5),5))
    T(__atomic_compare_exchange(&x,&y,&z,0,5,(++c,5)))
    T(__atomic_fetch_add(&x,1,(++c,0)))
    T(__atomic_add_fetch(&x,1,(++c,0)))
    T(__atomic_nand_fetch(&x,1,(++c,0)))
    T(__atomic_test_and_set(&fl,(++c,0)))
    T(__atomic_clear(&fl,(++c,0)))
    T(__atomic_thread_fence((++c,0)))
    T(__atomic_signal_fence((++c,0)))
    T(__atomic_always_lock_free(4,(++c,(void*)0)))
    T(__atomic_is_lock_free(4,(++c,(void*)&x)))
    T(__atomic_is_lock_free((++c,4),0))
    T(__sync_fetch_and_add(&x,1,++c))
    T(__sync_add_and_fetch(&x,1,++c))
    T(__sync_bool_compare_and_swap(&x,1,2,++c))
    T(__sync_val_compare_and_swap(&x,1,2,++c))
    T(__sync_lock_test_and_set(&x,1,++c))
    T(__sync_lock_release(&x,++c))
    T(__atomic_store_n((++c, &x), 1, 5))
    T(__atomic_store_n(&x, ++c, 5))
    T(__atomic_store_n(&x, 1, ++c))
    T(__atomic_compare_exchange_n(&x, (++c, &y), ++c, (++c, 0), (++c, 5), (++c, 5)))
    T(__sync_fetch_and_or((++c, &x), ++c))
    T(__sync_val_compare_and_swap((++c, &x), ++c, ++c))
}

static void c11(void) {
    T(atomic_store_explicit(&a, 1, (++c, 5)))
    T((void)atomic_load_explicit(&a, (++c, 5)))
    T((void)atomic_exchange_explicit(&a, 1, (++c, 5)))
    T((void)atomic_compare_exchange_strong_explicit(&a, &y, 1, (++c, 5), (++c, 5)))
    T((void)atomic_compare_exchange_weak_explicit(&a, &y, 1, (++c, 5), (++c, 5)))
    T((void)atomic_fetch_add_explicit(&a, 1, (++c, 5)))
    T((void)atomic_fetch_xor_explicit(&a, ++c, (++c, 5)))
    T((void)atomic_flag_test_and_set_explicit(&flag, (++c, 5)))
    T(atomic_flag_clear_explicit(&flag, (++c, 5)))
    T(atomic_thread_fence((++c, 5)))
    T(atomic_signal_fence((++c, 5)))
    T((void)atomic_is_lock_free((++c, &a)))
    T(atomic_init((++c, &a), ++c))
}

static void others(void) {
    T(__builtin_prefetch((++c,&x)))
    T(__builtin_prefetch(&x,0,0))
    T((void)__builtin_assume_aligned((++c,&x),4))
    T((void)__builtin_assume_aligned(&x,4,(++c,0)))
    T((void)__builtin_assume_aligned(&x,(++c,4)))
    T((void)__builtin_expect(++c,1))
    T((void)__builtin_expect(1,++c))
    T((void)__builtin_expect_with_probability(1,++c,0.5))
    T((void)__builtin_object_size((++c,&x),0))
    T((void)__builtin_dynamic_object_size((++c,&x),0))
    T((void)__builtin_constant_p(++c))
    T((void)__builtin_choose_expr(1,++c,0))
    T((void)__builtin_choose_expr(1,0,++c))
    T((void)__builtin_speculation_safe_value(++c))
    T((void)__builtin_speculation_safe_value(1,++c))
    T((void)__builtin_types_compatible_p(__typeof__(++c),int))
    T((void)__builtin_clz(++c))
    T((void)__builtin_popcount(++c))
    T((void)__builtin_bswap32(++c))
    T((void)__builtin_add_overflow(++c,1,&y))
    T((void)__builtin_add_overflow(1,++c,&y))
    T((void)__builtin_add_overflow(1,1,(++c,&y)))
    T((void)__builtin_huge_val())
    T((void)__builtin_isinf_sign((++c,1.0)))
    T((void)__builtin_isgreater((++c,1.0),2.0))
    T((void)__builtin_alloca((++c,4)))
    T((void)__builtin_alloca_with_align((++c,4),32))
    T((void)__builtin___memcpy_chk(&x,&y,4,(++c,4)))
    T((void)__builtin_memcpy((++c,&x),&y,4))
    T((void)__builtin_strlen((++c,"abc")))
    T((void)__builtin_abs(++c))
    T((void)__builtin_ffs(++c))
    T((void)sizeof(++c))
    T((void)__alignof__(++c))
    T((void)_Generic(++c,int:0,default:1))
    T((void)__builtin_offsetof(struct{int a[3];},a[1]))
    T((void)__builtin_clrsb(++c))
    T((void)__builtin_isfinite((++c,1.0)))
    T((void)__builtin_expect(x, ++c))
    T((void)__builtin_expect_with_probability(x, ++c, 0.5))
    T((void)__builtin___memset_chk(&x, ++c, 4, (++c, 4)))
    T((void)__builtin_umull_overflow(++c, ++c, (unsigned long *)&l))
    T((void)__builtin_parityl(++c))
    T((void)__builtin_memset(&x, ++c, (++c, 4)))
}

int main(void) {
    atomics();
    c11();
    others();
    return 0;
}
