/* The reader tries to get the lock, does not get it, and reads all the same. */
#include <pthread.h>

extern void reach_error(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int pair[2];

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    pair[0] = 1;
    pair[1] = 1;
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    int got = pthread_rwlock_tryrdlock(&lock) == 0;

    if (pair[0] != pair[1])
        reach_error();
    if (got)
        pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reader, 0);
    pthread_exit(0);
}
