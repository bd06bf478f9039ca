// POSIX pthread_getspecific: values are per thread, so two threads may set the same key without a race.
#include <pthread.h>
#include <assert.h>
static pthread_key_t k;
static int v[2];
static void *work(void *a) {
    pthread_setspecific(k, a);
    *(int *)pthread_getspecific(k) += 1;
    assert(pthread_getspecific(k) == a);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_key_create(&k, 0);
    pthread_create(&t, 0, work, &v[0]);
    work(&v[1]);
    pthread_join(t, 0);
    assert(v[0] == 1 && v[1] == 1);
    return 0;
}
