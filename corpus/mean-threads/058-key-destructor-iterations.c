// POSIX pthread_key_create: a destructor that sets the value again is repeated; glibc stops after
// PTHREAD_DESTRUCTOR_ITERATIONS (4) rounds.
#include <pthread.h>
#include <assert.h>
#include <limits.h>
static pthread_key_t k;
static int calls;
static void dtor(void *p) { calls++; pthread_setspecific(k, p); }
static void *work(void *a) { pthread_setspecific(k, &calls); return 0; }
int main(void) {
    pthread_t t;
    pthread_key_create(&k, dtor);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
    return 0;
}
