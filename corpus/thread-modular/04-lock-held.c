/* Both threads write under the lock. That nobody else writes while the lock is held is no predicate: the views of
 * the two threads exclude each other by the locks they hold, so `default` proves it. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owner;

static void *other(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        owner = 2;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, other, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        owner = 1;
        if (owner != 1)
            reach_error();
        pthread_mutex_unlock(&lock);
    }
}
