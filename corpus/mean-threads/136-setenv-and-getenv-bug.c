// Setenv(3) is MT-Unsafe const:env: it must not run concurrently with getenv.
#include <pthread.h>
#include <stdlib.h>
static int found;
static void *work(void *a) { setenv("MEAN_VAR", "1", 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    found = getenv("MEAN_VAR") != 0;
    pthread_join(t, 0);
    return 0;
}
