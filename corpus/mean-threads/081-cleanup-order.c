// POSIX pthread_cleanup_push/pop: LIFO order, pop(0) removes without running, all before the destructors of
// thread-specific data.
#include <pthread.h>
#include <assert.h>
static pthread_key_t k;
static int n;
static void digit(void *p) { n = n * 10 + *(int *)p; }
static int d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5;
static void *work(void *a) {
    pthread_setspecific(k, &d5);
    pthread_cleanup_push(digit, &d1);
    pthread_cleanup_push(digit, &d2);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(digit, &d3);
    pthread_cleanup_push(digit, &d4);
    pthread_cleanup_pop(1);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_key_create(&k, digit);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(n == 4315);
    return 0;
}
