/* A writer counts for ever under a reader-writer lock; the reader does not expect a second write, which comes. */
#include <pthread.h>

extern void reach_error(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned writes;

static void *writer(void *unused)
{
    while (1) {
        pthread_rwlock_wrlock(&lock);
        writes++;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    while (1) {
        pthread_rwlock_rdlock(&lock);
        if (writes == 2)
            reach_error();
        pthread_rwlock_unlock(&lock);
    }
}
