/* The same inversion, but both threads hold a third lock while they take the two: the gate keeps the circle
 * from closing. A lock-order check that ignores the gate would report a deadlock that cannot happen. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *forward(void *unused)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&gate);
    x++;
    y++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *backward(void *unused)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&gate);
    x++;
    y++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t f, g;
    pthread_create(&f, NULL, forward, NULL);
    pthread_create(&g, NULL, backward, NULL);
    pthread_join(f, NULL);
    pthread_join(g, NULL);
    assert(x == 2 && y == 2);
    return 0;
}
