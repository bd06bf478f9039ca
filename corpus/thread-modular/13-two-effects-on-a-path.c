/* Two effects of two threads are needed for the error, and each is excluded for its own reason: they are joined
 * one after the other, and each brings a pair of predicates. `effect` proves it, after `x` and `y` were found by
 * looking at the own path alone. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int closed, x, y;

static void *left(void *unused)
{
    pthread_mutex_lock(&lock);
    if (!closed)
        x = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *right(void *unused)
{
    pthread_mutex_lock(&lock);
    if (!closed)
        y = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_mutex_lock(&lock);
    closed = 1;
    x = 0;
    y = 0;
    pthread_mutex_unlock(&lock);
    if (x == 1 && y == 1)
        reach_error();
    return 0;
}
