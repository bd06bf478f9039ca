// Getenv(3) is MT-Safe env: concurrent getenv calls only read.
#include <pthread.h>
#include <stdlib.h>
static int found;
static void *work(void *a) { return getenv("HOME"); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    found = getenv("MEAN_VAR") != 0;
    pthread_join(t, 0);
    return 0;
}
