// Pthread_setspecific(3): EINVAL for a deleted key, and pthread_key_delete again gives EINVAL; other keys keep their
// values.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
int main(void) {
    pthread_key_t k, l;
    assert(pthread_key_create(&k, 0) == 0);
    assert(pthread_key_create(&l, 0) == 0);
    pthread_setspecific(k, &k);
    pthread_setspecific(l, &l);
    assert(pthread_key_delete(k) == 0);
    assert(pthread_getspecific(l) == &l);
    assert(pthread_setspecific(k, &k) == EINVAL);
    assert(pthread_key_delete(k) == EINVAL);
    assert(pthread_key_create(&k, 0) == 0);
    assert(pthread_getspecific(k) == 0);
    return 0;
}
