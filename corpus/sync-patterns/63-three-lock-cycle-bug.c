/* A cycle through three locks: no two threads invert a pair of locks, but all three together can wait in a
 * circle. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock[3] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static int data[3];

static void both(int first, int second)
{
    pthread_mutex_lock(&lock[first]);
    pthread_mutex_lock(&lock[second]);
    data[first]++;
    data[second]++;
    pthread_mutex_unlock(&lock[second]);
    pthread_mutex_unlock(&lock[first]);
}

static void *red(void *unused)
{
    both(0, 1);
    return unused;
}

static void *green(void *unused)
{
    both(1, 2);
    return unused;
}

static void *blue(void *unused)
{
    both(2, 0);
    return unused;
}

int main(void)
{
    pthread_t r, g, b;
    pthread_create(&r, NULL, red, NULL);
    pthread_create(&g, NULL, green, NULL);
    pthread_create(&b, NULL, blue, NULL);
    pthread_join(r, NULL);
    pthread_join(g, NULL);
    pthread_join(b, NULL);
    assert(data[0] == 2 && data[1] == 2 && data[2] == 2);
    return 0;
}
