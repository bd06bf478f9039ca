// A thread that is not joined may run before main returns.
#include <pthread.h>
#include <assert.h>
static void *work(void *a) { assert(0); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return 0;
}
