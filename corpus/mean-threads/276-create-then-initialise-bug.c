// What main writes after pthread_create is not ordered before the thread.
#include <pthread.h>
#include <assert.h>
static int config;
static void *work(void *a) { assert(config == 3); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    config = 3;
    pthread_join(t, 0);
    return 0;
}
