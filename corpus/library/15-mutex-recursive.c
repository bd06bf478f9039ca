/* A recursive mutex can be locked again by its owner and is free for others only after
 * as many unlocks: the nested critical section stays atomic as a whole. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int depth, total;

static void add(int n)
{
    pthread_mutex_lock(&m);
    depth++;
    total += n;
    if (n > 1)
        add(n - 1);
    depth--;
    pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
    add(2);
    return 0;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);

    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    assert(depth == 0 && (total == 0 || total == 3));
    add(1);
    assert(depth == 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(total == 4);
    return 0;
}
