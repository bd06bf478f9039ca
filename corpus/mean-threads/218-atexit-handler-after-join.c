// The thread was joined before main returns.
#include <pthread.h>
#include <stdlib.h>
static int x;
static void handler(void) { x = 2; }
static void *work(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    atexit(handler);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
