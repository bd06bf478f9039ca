// Each access is atomic, test and set together are not.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int taken, owners;
static void *work(void *a) {
    if (!taken) { taken = 1; owners++; }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(owners == 1);
    return 0;
}
