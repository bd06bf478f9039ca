// POSIX pthread_rwlock_wrlock while the same thread holds it for reading: it waits for itself.
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
int main(void) {
    pthread_rwlock_rdlock(&l);
    if (x == 0) {
        pthread_rwlock_wrlock(&l);
        x = 1;
        pthread_rwlock_unlock(&l);
    }
    pthread_rwlock_unlock(&l);
    return 0;
}
