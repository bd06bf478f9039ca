/* The thread that was created later need not have the larger id.  FALSE. */
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
    pthread_create(&second, 0, idle, 0);
    assert(first < second);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
