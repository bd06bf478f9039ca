// The write end is still open, so that the reader waits for ever.
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
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&t, NULL, sleeper, NULL);
    pthread_join(t, NULL);
    return 0;
}
