// Two memcpy calls that only read the same source do not conflict.
#include <pthread.h>
#include <string.h>
static char src[8] = "abcdefg", d1[8], d2[8];
static void *work(void *a) { memcpy(d1, src, 8); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    memcpy(d2, src, 8);
    pthread_join(t, 0);
    return 0;
}
