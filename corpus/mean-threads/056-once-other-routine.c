// POSIX pthread_once: the control decides, a second routine on the same control is not called; nesting with another
// control is fine.
#include <pthread.h>
#include <assert.h>
static pthread_once_t o = PTHREAD_ONCE_INIT, p = PTHREAD_ONCE_INIT;
static int n;
static void bad(void) { assert(0); }
static void inner(void) { n += 10; }
static void outer(void) { n += 1; pthread_once(&p, inner); }
int main(void) {
    assert(pthread_once(&o, outer) == 0);
    assert(pthread_once(&o, bad) == 0);
    assert(pthread_once(&p, bad) == 0);
    assert(n == 11);
    return 0;
}
