/* An atomic increment on one side and a plain read of the same variable on the other:
 * a race needs only one access that is not atomic. */
#include <pthread.h>

static int hits;

static void *work(void *arg)
{
    __atomic_fetch_add(&hits, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t t;
    int seen;

    pthread_create(&t, 0, work, 0);
    seen = hits;
    pthread_join(t, 0);
    return seen > 1;
}
