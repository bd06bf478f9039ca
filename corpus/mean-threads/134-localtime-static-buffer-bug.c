// Localtime(3): MT-Unsafe race:tmbuf; both threads use the one static struct tm.
#include <pthread.h>
#include <time.h>
static int y[2];
static void *work(void *a) { time_t z = 0; y[0] = localtime(&z)->tm_year; return 0; }
int main(void) {
    pthread_t t;
    time_t z = 86400;
    pthread_create(&t, 0, work, 0);
    y[1] = localtime(&z)->tm_year;
    pthread_join(t, 0);
    return 0;
}
