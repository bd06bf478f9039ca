// POSIX pthread_once: on return from it the initialiser has completed, for every caller.
#include <pthread.h>
#include <assert.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int n, data;
static void init(void) { n++; data = 5; }
static void *work(void *a) { pthread_once(&o, init); assert(data == 5 && n == 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
