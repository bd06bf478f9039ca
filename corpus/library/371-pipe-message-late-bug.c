// The wake-up comes before the message.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int message;

static void *sleeper(void *arg)
{
    char c;
    read(ends[0], &c, 1);
    assert(message == 42);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&t, NULL, sleeper, NULL);
    write(ends[1], "!", 1);
    message = 42;
    pthread_join(t, NULL);
    return 0;
}
