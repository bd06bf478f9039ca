// C11 6.5.16.2p3: compound assignment to an _Atomic is one read-modify-write.
#include <pthread.h>
#include <assert.h>
static _Atomic int x;
static void *work(void *a) { x += 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
