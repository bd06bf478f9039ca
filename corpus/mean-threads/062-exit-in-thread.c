// Exit in any thread ends the process, so main never gets past the join.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static void *work(void *a) { exit(0); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}
