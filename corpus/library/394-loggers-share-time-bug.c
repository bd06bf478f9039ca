// `localtime` has one object for all threads.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *logger(void *arg)
{
    char line[32];
    time_t now = time(NULL);
    strftime(line, sizeof line, "%H:%M:%S", localtime(&now));
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
