// C11 6.2.4: a static local variable is one object for all threads.
#include <pthread.h>
#include <assert.h>
static int next(void) { static int n; return ++n; }
static void *work(void *a) { next(); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int mine = next();
    pthread_join(t, 0);
    assert(mine == 1);
    return 0;
}
