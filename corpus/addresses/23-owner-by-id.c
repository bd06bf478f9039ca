/* A lock that its owner may take again, with the owner's id beside it.  Threads come one
 * after the other, and may have the same id; a lock that is free has no owner, so none is
 * taken for another.  TRUE. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pthread_t owner;
static int depth, counter;

static void take(void)
{
    if (owner != pthread_self()) {
        pthread_mutex_lock(&lock);
        owner = pthread_self();
    }
    depth++;
}

static void give(void)
{
    depth--;
    if (depth == 0) {
        owner = 0;
        pthread_mutex_unlock(&lock);
    }
}

static void *worker(void *arg)
{
    take();
    int before = counter;
    take();
    counter++;
    give();
    assert(counter == before + 1);
    give();
    return arg;
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
        worker(0);
        pthread_join(thread, 0);
    }
    assert(counter == 4);
    return 0;
}
