// Two atomic reads in one expression are two reads.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int x;
static void *work(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(x == x);
    pthread_join(t, 0);
    return 0;
}
