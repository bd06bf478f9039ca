// With `localtime_r` each thread has its own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *logger(void *arg)
{
    char line[32];
    struct tm date;
    time_t now = time(NULL);
    localtime_r(&now, &date);
    assert(strftime(line, sizeof line, "%H:%M:%S", &date) == 8);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, logger, NULL);
    logger(NULL);
    pthread_join(t, NULL);
    return 0;
}
