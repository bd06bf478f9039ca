// Decrement and test are two operations: both threads may see 0, and both would free.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int refs = 2, frees;
static void *put(void *a) {
    atomic_fetch_sub(&refs, 1);
    if (refs == 0) frees++;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, put, 0);
    put(0);
    pthread_join(t, 0);
    assert(frees == 1);
    return 0;
}
