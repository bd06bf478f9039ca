// C11 6.2.4p4: each thread has its own object, with the initial value, whatever main did to its own.
#include <pthread.h>
#include <assert.h>
static _Thread_local int x = 5;
static void *work(void *a) { assert(x == 5); x++; assert(x == 6); return 0; }
int main(void) {
    pthread_t t;
    x = 8;
    pthread_create(&t, 0, work, 0);
    x++;
    pthread_join(t, 0);
    assert(x == 9);
    return 0;
}
