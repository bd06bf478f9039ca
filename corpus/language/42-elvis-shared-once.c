/* x ?: 1 reads the shared variable x once, so its result is never 0, whatever the other
 * thread does meanwhile: TRUE.  The access itself is an unprotected data race. */
#include <assert.h>
#include <pthread.h>

static int x = 3;

static void *clear(void *arg)
{
    x = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    int v;

    pthread_create(&t, 0, clear, 0);
    v = x ?: 1;
    assert(v == 3 || v == 1);
    pthread_join(t, 0);
    return 0;
}
