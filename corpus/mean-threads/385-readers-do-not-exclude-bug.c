/* Two threads that hold a read-write lock for reading do not exclude each other. One of them writes though it holds the
   lock for reading only: a race with the other reader. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data;

void *worker(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    data = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_rwlock_rdlock(&lock);
    int d = data;
    pthread_rwlock_unlock(&lock);
    pthread_join(t, 0);
    return d;
}
