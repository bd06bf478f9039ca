// Assignment of a plain struct is not atomic.
#include <pthread.h>
#include <assert.h>
struct pair { int a, b; };
static struct pair p;
static void *work(void *x) { struct pair q = {1, 1}; p = q; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    struct pair r = p;
    assert(r.a == r.b);
    pthread_join(t, 0);
    return 0;
}
