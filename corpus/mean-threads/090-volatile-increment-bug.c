// C11: volatile is not atomic, x++ on it is two accesses that race.
#include <pthread.h>
#include <assert.h>
static volatile int x;
static void *work(void *a) { x++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
