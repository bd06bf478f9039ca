// C11 atomics and the gcc builtins, by several threads in turn.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic unsigned char byte = 250;
static long plain;

static void *work(void *arg) {
    for (int i = 0; i < 10; i++) {
        counter++;
        atomic_fetch_add(&counter, 2);
        __sync_fetch_and_sub(&plain, 1);
        int expected = atomic_load(&counter);
        while (!atomic_compare_exchange_strong(&counter, &expected, expected + 1)) {}
        while (atomic_flag_test_and_set(&flag)) {}
        byte += 1;
        atomic_flag_clear(&flag);
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    printf("%d %d %ld\n", counter, byte, plain);
    printf("%d\n", atomic_exchange(&counter, 7));
    printf("%d\n", atomic_fetch_xor(&counter, 5));
    printf("%d\n", __sync_bool_compare_and_swap(&plain, -20, 9));
    printf("%d\n", (int)__sync_val_compare_and_swap(&plain, 1, 2));
    printf("%ld\n", __atomic_fetch_nand(&plain, 3, __ATOMIC_SEQ_CST));
    printf("%ld\n", plain);
    printf("%ld\n", __atomic_add_fetch(&plain, 100, __ATOMIC_RELAXED));
    printf("%ld\n", __sync_lock_test_and_set(&plain, 1));
    return (int)plain;
}
