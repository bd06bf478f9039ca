// C11 7.27.3: gmtime and localtime may return the same static object, and in glibc they do.
#include <pthread.h>
#include <time.h>
static int y[2];
static void *work(void *a) { time_t z = 0; y[0] = gmtime(&z)->tm_mday; return 0; }
int main(void) {
    pthread_t t;
    time_t z = 86400 * 5;
    pthread_create(&t, 0, work, 0);
    y[1] = localtime(&z)->tm_mday;
    pthread_join(t, 0);
    return 0;
}
