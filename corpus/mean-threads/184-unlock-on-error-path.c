// Every path unlocks.
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level;
static void *work(void *a) {
    int v = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (v == 1 && pthread_mutex_unlock(&m) == 0)
        return 0;
    level++;
    assert(level <= 2);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
