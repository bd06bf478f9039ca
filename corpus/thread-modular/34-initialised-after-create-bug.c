/* As 33, but the last value is stored after the first thread was created. */
#include <pthread.h>

extern void reach_error(void);

static int low, high;

static void *reader(void *unused)
{
    if (high - low != 10)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;

    low = 20;
    high = 5;
    pthread_create(&thread, 0, reader, 0);
    high = low + 10;
    while (1)
        pthread_create(&thread, 0, reader, 0);
}
