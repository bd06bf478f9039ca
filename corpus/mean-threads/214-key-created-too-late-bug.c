// Pthread_key_create writes the key variable while the new thread may read it.
#include <pthread.h>
static pthread_key_t k;
static void *work(void *a) { return pthread_getspecific(k); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_key_create(&k, 0);
    pthread_join(t, 0);
    return 0;
}
