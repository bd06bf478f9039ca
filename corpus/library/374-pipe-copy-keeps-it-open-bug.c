// A copy of the write end is an end, too: closing one of two wakes nobody.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *sleeper(void *arg)
{
    char c;
    read(ends[0], &c, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) != 0 || dup(ends[1]) < 0)
        return 0;
    pthread_create(&t, NULL, sleeper, NULL);
    close(ends[1]);
    pthread_join(t, NULL);
    return 0;
}
