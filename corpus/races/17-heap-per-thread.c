/* Each thread allocates its own object at the same program point: objects from one
 * allocation site are different for different executions, so nothing is shared. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    int *own = malloc(sizeof *own);
    int result;

    *own = *(int *)arg;
    *own += 1;
    result = *own;
    free(own);
    *(int *)arg = result;
    return 0;
}

int main(void)
{
    int x = 1, y = 2;
    pthread_t a, b;

    pthread_create(&a, 0, work, &x);
    pthread_create(&b, 0, work, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2 && y == 3);
    return 0;
}
