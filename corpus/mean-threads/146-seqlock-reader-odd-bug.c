// An odd sequence number, the same before and after, means in the middle of a write.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int seq, a, b;
static void *writer(void *p) { seq++; a = 1; b = 1; seq++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int s = seq, x = a, y = b, e = seq;
    if (s == e) assert(x == y);
    pthread_join(t, 0);
    return 0;
}
