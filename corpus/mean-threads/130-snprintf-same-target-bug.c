// Snprintf writes its target buffer.
#include <pthread.h>
#include <stdio.h>
static char b[16];
static void *work(void *a) { snprintf(b, 8, "%d", 1234); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    snprintf(b + 4, 8, "%d", 5);
    pthread_join(t, 0);
    return 0;
}
