// A read-write lock in one thread and a mutex in the other do not exclude each other.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *work(void *a) { pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
