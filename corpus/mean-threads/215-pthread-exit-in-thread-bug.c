// Pthread_exit ends only the thread.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static void *work(void *a) { pthread_exit(0); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}
