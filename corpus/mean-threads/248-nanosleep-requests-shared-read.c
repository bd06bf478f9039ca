// Two nanosleep calls only read the same timespec, and nothing is written without interruption.
#include <pthread.h>
#include <time.h>
static struct timespec ts = {0, 1000};
static void *work(void *a) { nanosleep(&ts, 0); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    nanosleep(&ts, 0);
    pthread_join(t, 0);
    return 0;
}
