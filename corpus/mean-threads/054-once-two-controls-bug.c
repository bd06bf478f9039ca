// Two once controls: the initialiser can run twice at the same time.
#include <pthread.h>
#include <assert.h>
static pthread_once_t o1 = PTHREAD_ONCE_INIT, o2 = PTHREAD_ONCE_INIT;
static int n, data;
static void init(void) { n++; data = 5; }
static void *work(void *a) { pthread_once(a ? &o1 : &o2, init); assert(data == 5); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &n);
    work(0);
    pthread_join(t, 0);
    return 0;
}
