// POSIX pthread_key_create: the key's value is NULL when the destructor runs, which gets the old value; none for NULL
// values.
#include <pthread.h>
#include <assert.h>
static pthread_key_t k;
static int cell, calls;
static void dtor(void *p) {
    assert(p == &cell);
    assert(pthread_getspecific(k) == 0);
    calls++;
}
static void *work(void *a) {
    assert(pthread_getspecific(k) == 0);
    pthread_setspecific(k, &cell);
    pthread_setspecific(k, a);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_key_create(&k, dtor);
    pthread_setspecific(k, &calls); /* main's own value */
    pthread_create(&t, 0, work, &cell);
    pthread_join(t, 0);
    assert(calls == 1);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(calls == 1);
    assert(pthread_getspecific(k) == &calls);
    return 0;
}
