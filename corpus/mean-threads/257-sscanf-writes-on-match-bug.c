// The conversion succeeds and stores.
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
static int v = 3;
static void *work(void *a) { int n = sscanf(" 1", "%d", &v); assert(n == 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(v == 3);
    pthread_join(t, 0);
    return 0;
}
