// POSIX: pthread_t is opaque; whether an id is the number 0 is not specified.
#include <pthread.h>
#include <assert.h>
static void *work(void *a) { return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(t != 0);
    pthread_join(t, 0);
    return 0;
}
