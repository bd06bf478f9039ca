// Time(NULL) stores nothing.
#include <pthread.h>
#include <time.h>
static time_t now, a, b;
static void *work(void *p) { a = time(0); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    b = time(&now);
    pthread_join(t, 0);
    return 0;
}
