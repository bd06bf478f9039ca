// The range of memset reaches into the other thread's half.
#include <pthread.h>
#include <assert.h>
#include <string.h>
static char b[4];
static void *work(void *a) { memset(b, 1, 3); b[1]++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    memcpy(b + 2, "xy", 2);
    b[2]--;
    pthread_join(t, 0);
    assert(b[0] == 1);
    return 0;
}
