// All calls of `asctime` use one buffer.
#include <pthread.h>
#include <time.h>

static void *work(void *arg)
{
    struct tm date = {.tm_mday = 1};
    asctime(&date);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct tm date = {.tm_mday = 2};
    pthread_create(&t, NULL, work, NULL);
    asctime(&date);
    pthread_join(t, NULL);
    return 0;
}
