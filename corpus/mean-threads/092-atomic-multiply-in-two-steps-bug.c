// X = x * 2 loads and stores separately: the increment between them is lost.
#include <pthread.h>
#include <assert.h>
static _Atomic int x;
static void *work(void *a) { x = x * 2; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x++;
    pthread_join(t, 0);
    assert(x == 1 || x == 2);
    return 0;
}
