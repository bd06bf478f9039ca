/* The table is filled step by step before the first of any number of threads exists, so nobody sees it half
 * filled. Who exists is part of a view: `default`. */
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
    high = low + 10;
    while (1)
        pthread_create(&thread, 0, reader, 0);
}
