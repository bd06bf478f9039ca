// With a clear the second thread may get in too.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_flag f = ATOMIC_FLAG_INIT;
static int x;
static void *work(void *a) {
    if (!atomic_flag_test_and_set(&f)) { x++; atomic_flag_clear(&f); }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
