// Two events may be one: the first read gets both.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter;

static void *writer(void *arg)
{
    eventfd_write(counter, 1);
    eventfd_write(counter, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    uint64_t value;
    counter = eventfd(0, 0);
    if (counter < 0)
        return 0;
    pthread_create(&t, NULL, writer, NULL);
    read(counter, &value, sizeof value);
    assert(value == 1);
    read(counter, &value, sizeof value);
    pthread_join(t, NULL);
    return 0;
}
