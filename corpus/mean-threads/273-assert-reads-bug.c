// Without NDEBUG assert reads x.
#include <pthread.h>
#include <assert.h>
static int x;
static void *work(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(x == 7);
    pthread_join(t, 0);
    return 0;
}
