// Memmove shifts the bytes the other thread copies.
#include <pthread.h>
#include <string.h>
static char src[8] = "abcdefg", d1[8], d2[8];
static void *work(void *a) { memcpy(d1, src, 8); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    d2[0] = *(char *)memmove(src + 1, src, 4);
    pthread_join(t, 0);
    return 0;
}
