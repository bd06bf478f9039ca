/* The owner's id is not taken away when the lock is given back, so the last owner enters
 * without the lock.  FALSE. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pthread_t owner;
static _Atomic int inside;

static void work(int again)
{
    if (owner != pthread_self()) {
        pthread_mutex_lock(&lock);
        owner = pthread_self();
        again = 0;
    }
    assert(++inside == 1);
    inside--;
    if (!again)
        pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
    work(1);
    work(1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
