// By default a reader does not wait for writers that wait: a thread may read-lock twice.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
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
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    int seen = data;
    pthread_rwlock_unlock(&lock);
    assert(data == seen);
    pthread_rwlock_unlock(&lock);
    pthread_join(a, 0);
    return 0;
}
