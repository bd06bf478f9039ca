/* Read-write lock: the writer's write comes before the reads of later readers, and those before the next writer.
    */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data;

void *reader(void *arg)
{
    int d = 0;
    if (pthread_rwlock_tryrdlock(&lock) == 0)
        d = data;
    return d ? 0 : arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        data = 1;
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(t, 0);
    return 0;
}
