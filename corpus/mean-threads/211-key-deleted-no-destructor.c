// POSIX pthread_key_delete: no destructor is called for a deleted key.
#include <pthread.h>
#include <assert.h>
static pthread_key_t k;
static void dtor(void *p) { assert(0); }
int main(void) {
    pthread_key_create(&k, dtor);
    pthread_setspecific(k, &k);
    pthread_key_delete(k);
    pthread_exit(0);
}
