// C11 7.24.5.1: memchr behaves as if it reads the characters sequentially and stops at the first match.
#include <pthread.h>
#include <string.h>
#include <assert.h>
static char b[8] = "abcdefg";
static void *work(void *a) { b[5] = 'x'; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(memchr(b, 'c', 8) == b + 2);
    pthread_join(t, 0);
    return 0;
}
