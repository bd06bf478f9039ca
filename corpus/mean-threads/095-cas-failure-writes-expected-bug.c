// C11 7.17.7.4: on failure expected is written by a plain store, and the other thread's compare-exchange reads the
// same variable.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x = 5, y = 0;
static int expected = 0;
static void *work(void *a) { atomic_compare_exchange_strong(&x, &expected, 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    atomic_compare_exchange_strong(&y, &expected, 2);
    pthread_join(t, 0);
    return 0;
}
