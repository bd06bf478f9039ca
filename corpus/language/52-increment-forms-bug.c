/* x++, ++x, x += 1 and x = x + 1 on a shared int are all a read followed by a write:
 * two threads doing one each can lose an update, so x may end as 1. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *post(void *arg)
{
    x++;
    return 0;
}

static void *compound(void *arg)
{
    x += 1;
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, post, 0);
    pthread_create(&b, 0, compound, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
