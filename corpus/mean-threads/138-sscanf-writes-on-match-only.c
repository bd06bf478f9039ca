// C11 7.21.6.2: after a matching failure nothing is stored, so v is only read.
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
static int v = 3;
static void *work(void *a) { int n = sscanf("x1", "%d", &v); assert(n == 0); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(v == 3);
    pthread_join(t, 0);
    return 0;
}
