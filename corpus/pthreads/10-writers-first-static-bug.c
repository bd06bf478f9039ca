// The static initialiser says the same; a reader is refused although only readers hold the lock.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
int data;

void *writes(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    data++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, writes, 0);
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        assert(pthread_rwlock_tryrdlock(&lock) == 0);
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(a, 0);
    return 0;
}
