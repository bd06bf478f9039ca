/* _Atomic as a qualifier: ++ and += on an atomic object are single atomic steps, plain
 * reads and assignments are atomic accesses, so no update is lost and nothing races. */
#include <assert.h>
#include <pthread.h>

static _Atomic int hits;
static int _Atomic mask;

static void *work(void *arg)
{
    hits++;
    mask |= *(int *)arg;
    hits += 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    int one = 1, four = 4, seen;

    pthread_create(&t, 0, work, &one);
    work(&four);
    seen = hits;
    assert(seen >= 3 && seen <= 6);
    pthread_join(t, 0);
    assert(hits == 6 && mask == 5);
    hits = -1;
    assert(--hits == -2 && hits-- == -2 && hits == -3);
    return 0;
}
