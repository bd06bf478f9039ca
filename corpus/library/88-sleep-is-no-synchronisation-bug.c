/* Sleeping "long enough" is not synchronisation: nothing bounds how long the other
 * thread takes, so main may still see the old value, and the accesses race. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int result;

static void *compute(void *arg)
{
    result = 42;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, compute, 0);
    sleep(1);
    assert(result == 42);
    pthread_join(t, 0);
    return 0;
}
