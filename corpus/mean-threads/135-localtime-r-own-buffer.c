// Localtime_r writes only the struct given to it; gmtime_r(86400) is 2 January 1970.
#include <pthread.h>
#include <time.h>
#include <assert.h>
static int y[2];
static void *work(void *a) { time_t z = 0; struct tm r; localtime_r(&z, &r); y[0] = r.tm_year; return 0; }
int main(void) {
    pthread_t t;
    time_t z = 86400;
    struct tm r;
    pthread_create(&t, 0, work, 0);
    assert(gmtime_r(&z, &r) == &r && r.tm_year == 70 && r.tm_mday == 2 && r.tm_yday == 1);
    pthread_join(t, 0);
    return 0;
}
