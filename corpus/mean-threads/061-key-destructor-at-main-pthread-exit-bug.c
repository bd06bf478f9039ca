// POSIX pthread_exit in main runs the destructors of main's thread-specific data.
#include <pthread.h>
#include <assert.h>
static pthread_key_t k;
static void dtor(void *p) { assert(0); }
int main(void) {
    pthread_key_create(&k, dtor);
    pthread_setspecific(k, &k);
    pthread_exit(0);
}
