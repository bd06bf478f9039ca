/* pthread_exit runs the cleanup handlers that are still pushed, the last one first: two, then one, not the other way round. */
#include <assert.h>
#include <pthread.h>

int order;

void digit(void *d)
{
    order = order * 10 + *(int *)d;
}

void *worker(void *arg)
{
    static int one = 1, two = 2, three = 3;
    pthread_cleanup_push(digit, &one);
    pthread_cleanup_push(digit, &two);
    pthread_cleanup_push(digit, &three);
    pthread_cleanup_pop(0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(order == 12);
    return 0;
}
