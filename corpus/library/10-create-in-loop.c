/* Three instances of one start routine, each with its own argument slot, and a thread
 * that creates a thread itself: identity is by id, not by start routine. */
#include <assert.h>
#include <pthread.h>

static int slot[3];

static void *leaf(void *arg)
{
    *(int *)arg += 10;
    return 0;
}

static void *parent(void *arg)
{
    pthread_t t;

    pthread_create(&t, 0, leaf, arg);
    pthread_join(t, 0);
    *(int *)arg += 1;
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, i ? parent : leaf, &slot[i]);
    for (int i = 1; i >= 0; i--)
        pthread_join(t[i], 0);
    assert(slot[0] == 10 && slot[1] == 11 && slot[2] == 0);
    return 0;
}
