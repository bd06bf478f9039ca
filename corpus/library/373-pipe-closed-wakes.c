// Closing the last write end wakes the reader: it is at the end of the file.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *sleeper(void *arg)
{
    char c;
    assert(read(ends[0], &c, 1) == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&t, NULL, sleeper, NULL);
    close(ends[1]);
    pthread_join(t, NULL);
    return 0;
}
