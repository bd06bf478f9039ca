/* A read lock cannot be turned into a write lock: trywrlock says EBUSY. */
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_trywrlock(&lock);
    return 0;
}
