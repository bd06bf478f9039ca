/* memcpy is no atomic step: the other thread may see a part of the eight bytes already new and the rest
 * still old. (That it looks without a lock is a race, too.) */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static unsigned long now, next = -1ul;

static void *advance(void *arg)
{
    memcpy(&now, &next, sizeof now);
    return 0;
}

int main(void)
{
    pthread_t t;
    unsigned long seen;

    pthread_create(&t, 0, advance, 0);
    seen = now;
    assert(seen == 0 || seen == -1ul);
    pthread_join(t, 0);
    return 0;
}
