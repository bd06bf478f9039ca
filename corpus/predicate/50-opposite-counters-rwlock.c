/* A writer counts one number up and another one down under a reader-writer lock; a reader adds them up.
 * What must be found: the sum is nought while nobody writes. */
#include <pthread.h>

extern void reach_error(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned up, down;

static void *writer(void *unused)
{
    while (1) {
        pthread_rwlock_wrlock(&lock);
        up++;
        down--;
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
        if (up + down != 0)
            reach_error();
        pthread_rwlock_unlock(&lock);
    }
}
