/* The table of factors is filled once, by whoever comes first, and everybody waits for it. Without that the product would be one with 1000000. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int factor = 1000000;

static void fill(void)
{
    factor = 3;
}

static void *work(void *arg)
{
    int *number = arg;

    pthread_once(&once, fill);
    *number = *number * factor;
    return 0;
}

int main(void)
{
    int a = 700000000, b = -700000000;
    pthread_t t;

    pthread_create(&t, 0, work, &a);
    work(&b);
    pthread_join(t, 0);
    return a + b;
}
