/* A thread was joined, and another one is created.  That it gets another id is not said
 * anywhere; glibc, for one, uses the same again.  FALSE. */
#include <assert.h>
#include <pthread.h>

static void *idle(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, idle, 0);
    pthread_join(first, 0);
    pthread_create(&second, 0, idle, 0);
    assert(!pthread_equal(first, second));
    pthread_join(second, 0);
    return 0;
}
