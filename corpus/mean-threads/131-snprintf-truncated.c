// C11 7.21.6.5: at most n characters are written, here 4, so the ranges do not overlap.
#include <pthread.h>
#include <stdio.h>
static char b[16];
static void *work(void *a) { int n = snprintf(b, 4, "%s", (char *)a); if (n != 4) puts("cannot happen"); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, "1234");
    snprintf(b + 4, 8, "%d", 5);
    pthread_join(t, 0);
    return 0;
}
