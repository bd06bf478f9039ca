// With PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP a reader waits for a writer that waits for the same thread's first read lock.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock;
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
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &attributes);
    pthread_create(&a, 0, writes, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    int seen = data;
    pthread_rwlock_unlock(&lock);
    assert(data == seen);
    pthread_rwlock_unlock(&lock);
    pthread_join(a, 0);
    return 0;
}
