// C11 7.22.4.2: atexit handlers run in reverse order of registration, once, also if another thread calls exit.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static int n;
static void first(void) { assert(n == 2); n = 3; }
static void second(void) { assert(n == 1); n = 2; }
static void *work(void *a) { n = 1; exit(0); }
int main(void) {
    pthread_t t;
    atexit(first);
    atexit(second);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}
