// The pointer is atomic, its store publishes the object.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int obj;
static int *_Atomic p;
static void *work(void *a) {
    if (!p) {
        pthread_mutex_lock(&m);
        if (!p) { obj++; p = &obj; }
        pthread_mutex_unlock(&m);
    }
    assert(*p == 1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
