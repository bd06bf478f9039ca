/* The same with a plain flag: under sequential consistency the data is still right when
 * the flag is seen, but the accesses to the flag itself race. */
#include <assert.h>
#include <pthread.h>

static int data, ready;

static void *producer(void *arg)
{
    data = 7;
    ready = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, producer, 0);
    if (ready)
        assert(data == 7);
    pthread_join(t, 0);
    return 0;
}
