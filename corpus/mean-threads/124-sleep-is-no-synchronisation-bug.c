// Sleeping orders nothing: the other thread may be later than any delay.
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
static int ready;
static void *work(void *a) { ready = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    usleep(2000);
    assert(ready == 1);
    pthread_join(t, 0);
    return 0;
}
