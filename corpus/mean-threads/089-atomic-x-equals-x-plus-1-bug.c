// C11 6.5.16: x = x + 1 on an _Atomic is a load and a store, not one operation.
#include <pthread.h>
#include <assert.h>
static _Atomic int x;
static void *work(void *a) { x = x + 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
