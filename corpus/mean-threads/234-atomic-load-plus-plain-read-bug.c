// An atomic store and a plain read of the same int are not both atomic.
#include <pthread.h>
static int x, y;
static void *work(void *a) { __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    y = x;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    return 0;
}
