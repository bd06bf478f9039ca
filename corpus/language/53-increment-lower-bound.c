/* Two unsynchronised increments can lose one update but never both: x ends as 1 or 2.
 * A semantics in which a read may see values never written would get this wrong. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *bump(void *arg)
{
    ++x;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, bump, 0);
    x = x + 1;
    pthread_join(t, 0);
    assert(x == 1 || x == 2);
    return 0;
}
