// A thread sleeps in `read` until another one writes into the pipe: what was written before the wake-up is seen after it, and
// nobody waits for ever.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int message;

static void *sleeper(void *arg)
{
    char c;
    assert(read(ends[0], &c, 1) == 1);
    assert(c == '!' && message == 42);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&t, NULL, sleeper, NULL);
    message = 42;
    assert(write(ends[1], "!", 1) == 1);
    pthread_join(t, NULL);
    return 0;
}
