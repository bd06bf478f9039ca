// Release/acquire on an atomic pointer orders the filling of the object before its use.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
static int *_Atomic p;
static void *work(void *a) {
    int *q = malloc(sizeof *q);
    *q = 7;
    atomic_store_explicit(&p, q, memory_order_release);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int *r = atomic_load_explicit(&p, memory_order_acquire);
    if (r) assert(*r == 7);
    pthread_join(t, 0);
    free(p);
    return 0;
}
