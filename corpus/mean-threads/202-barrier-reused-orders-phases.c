// POSIX barriers synchronise memory and are reusable: what is written before the wait is read after it, and written
// again after the next one.
#include <pthread.h>
#include <assert.h>
static pthread_barrier_t b;
static int x;
static void *other(void *a) {
    pthread_barrier_wait(&b);
    assert(x == 1);
    pthread_barrier_wait(&b);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, other, 0);
    x = 1;
    pthread_barrier_wait(&b);
    pthread_barrier_wait(&b);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
