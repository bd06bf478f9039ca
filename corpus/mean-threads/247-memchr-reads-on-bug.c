// No match before the character that is written.
#include <pthread.h>
#include <string.h>
#include <assert.h>
static char b[8] = "abcdefg";
static void *work(void *a) { b[5] = 'x'; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(memchr(b, 'z', 8) == 0);
    pthread_join(t, 0);
    return 0;
}
