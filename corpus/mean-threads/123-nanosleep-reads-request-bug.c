// Nanosleep reads the timespec through its argument.
#include <pthread.h>
#include <time.h>
static struct timespec ts = {0, 1000};
static void *work(void *a) { ts.tv_nsec = 2000; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    nanosleep(&ts, 0);
    pthread_join(t, 0);
    return 0;
}
