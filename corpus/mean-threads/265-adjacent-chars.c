// C11 3.14: adjacent array elements are different memory locations, whatever their size.
#include <pthread.h>
#include <assert.h>
#include <string.h>
static char b[4];
static void *work(void *a) { memset(b, 1, 2); b[1]++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    memcpy(b + 2, "xy", 2);
    b[2]--;
    pthread_join(t, 0);
    assert(b[0] == 1 && b[1] == 2 && b[2] == 'w' && b[3] == 'y');
    return 0;
}
