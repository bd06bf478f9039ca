// C11 7.17.7.4: both strong compare-exchanges succeed and only read expected.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x = 0, y = 0;
static int expected = 0;
static void *work(void *a) { atomic_compare_exchange_strong(&x, &expected, 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    atomic_compare_exchange_strong(&y, &expected, 2);
    pthread_join(t, 0);
    return 0;
}
