// An event counter adds up what is written until somebody reads it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter;

static void *writer(void *arg)
{
    assert(eventfd_write(counter, 2) == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    uint64_t value, more = 0;
    counter = eventfd(1, 0);
    if (counter < 0)
        return 0;
    pthread_create(&t, NULL, writer, NULL);
    assert(read(counter, &value, sizeof value) == sizeof value);
    assert(value == 1 || value == 3);
    if (value == 1)
        assert(eventfd_read(counter, &more) == 0 && more == 2);
    errno = 0;
    assert(read(counter, &value, 4) == -1 && errno == EINVAL);
    pthread_join(t, NULL);
    return 0;
}
