// Fgets locks the FILE and fills the caller's own buffer.
#include <pthread.h>
#include <stdio.h>
static char b[8], c[8];
static void *work(void *a) { fgets(b, sizeof b, stdin); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (!fgets(c, sizeof c, stdin)) c[0] = 1;
    pthread_join(t, 0);
    return 0;
}
