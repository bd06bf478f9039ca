// C11 7.17.7.1: atomic_store does not race with atomic_load.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *a) { atomic_load(&x); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    atomic_store(&x, 1);
    pthread_join(t, 0);
    return 0;
}
