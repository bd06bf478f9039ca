// Gcc manual: __atomic_test_and_set returns true iff the byte was set before.
#include <pthread.h>
#include <assert.h>
static char f;
static int x;
static void *work(void *a) {
    if (!__atomic_test_and_set(&f, __ATOMIC_ACQUIRE)) {
        x++;
        __atomic_clear(&f, __ATOMIC_RELEASE);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x >= 1 && f == 0);
    return 0;
}
