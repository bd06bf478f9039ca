// Static _Thread_local in a function is one object per thread.
#include <pthread.h>
#include <assert.h>
static int next(void) { static _Thread_local int n; return ++n; }
static void *work(void *a) { next(); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int mine = next();
    pthread_join(t, 0);
    assert(mine == 1);
    return 0;
}
