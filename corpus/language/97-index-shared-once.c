/* The left side of a compound assignment is evaluated once: a[i] += 1 with a shared i
 * that changes from 0 to 1 adds to one of the two elements and never mixes them. */
#include <assert.h>
#include <pthread.h>

static volatile int i;
static int a[2] = { 5, 10 };

static void *advance(void *arg)
{
    i = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, advance, 0);
    a[i] += 1;
    pthread_join(t, 0);
    assert((a[0] == 6 && a[1] == 10) || (a[0] == 5 && a[1] == 11));
    return 0;
}
