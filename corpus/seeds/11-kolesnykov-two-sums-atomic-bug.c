/* Listing 2.2 with atomic variables and two created threads: no race any more, but the strictly alternating run
 * to 8 is still there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int i = 1, j = 1;

static void *left(void *arg)
{
    for (int k = 0; k < 2; k++)
        i += j;
    return arg;
}

static void *right(void *arg)
{
    for (int k = 0; k < 2; k++)
        j += i;
    return arg;
}

int main(void)
{
    pthread_t l, r;
    pthread_create(&l, NULL, left, NULL);
    pthread_create(&r, NULL, right, NULL);
    pthread_join(l, NULL);
    pthread_join(r, NULL);
    assert(i != 8 && j != 8);
    return 0;
}
