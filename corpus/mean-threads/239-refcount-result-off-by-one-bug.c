// Atomic_fetch_sub returns the old value: it is never 0 here.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int refs = 2, frees;
static void *put(void *a) {
    if (atomic_fetch_sub(&refs, 1) == 0) frees++;
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
