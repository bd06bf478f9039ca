/* Any number of readers share a lock for reading, one writer takes it for writing. Readers exclude the writer and
 * not each other, and no reader writes: `default`. */
#include <pthread.h>

extern void reach_error(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int entry;

static void *reader(void *unused)
{
    int first, second;

    pthread_rwlock_rdlock(&lock);
    first = entry;
    second = entry;
    if (first != second)
        reach_error();
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    while (1) {
        pthread_rwlock_wrlock(&lock);
        entry = !entry;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    while (1)
        pthread_create(&thread, 0, reader, 0);
}
