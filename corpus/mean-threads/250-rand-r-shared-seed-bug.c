// Rand_r reads and writes *seedp.
#include <pthread.h>
#include <stdlib.h>
static unsigned seed = 1;
static int r[2];
static void *work(void *a) { r[0] = rand_r(&seed); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    r[1] = rand_r(&seed);
    pthread_join(t, 0);
    return 0;
}
