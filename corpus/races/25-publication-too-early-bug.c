/* The flag is atomic but set before the last write to the data: the reader that has seen
 * it races with that write. */
#include <pthread.h>
#include <stdatomic.h>

static int data[2];
static atomic_int ready;

static void *producer(void *arg)
{
    data[0] = 3;
    ready = 1;
    data[1] = 4;
    return 0;
}

int main(void)
{
    pthread_t t;
    int sum = 0;

    pthread_create(&t, 0, producer, 0);
    if (ready)
        sum = data[0] + data[1];
    pthread_join(t, 0);
    return sum > 7;
}
