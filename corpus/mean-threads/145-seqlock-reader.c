// A reader that sees the same even sequence number before and after read a consistent pair.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int seq, a, b;
static void *writer(void *p) { seq++; a = 1; b = 1; seq++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int s = seq, x = a, y = b, e = seq;
    if (s == e && s % 2 == 0) assert(x == y);
    pthread_join(t, 0);
    return 0;
}
