/* Reference counting that decrements and then reads the counter again: both threads may decrement first and
 * then both see zero, and the object is destroyed twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int refs = 2;
static int destroyed;

static void put(void)
{
    refs--;
    if (refs == 0) { /* a second look: the result of the decrement is meant */
        destroyed++;
        assert(destroyed == 1);
    }
}

static void *user(void *unused)
{
    put();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
