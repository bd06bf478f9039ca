// Without main's second wait the write of 2 is unordered with the read, and the other thread waits for ever.
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
    x = 2;
    pthread_join(t, 0);
    return 0;
}
