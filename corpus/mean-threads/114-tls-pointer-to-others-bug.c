// A pointer to another thread's thread-local object refers to that thread's object: the accesses conflict.
#include <pthread.h>
static __thread int x;
static void *work(void *p) { *(int *)p = 1; x = 3; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &x);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
