// Local time reads TZ, so that it races with whoever changes the environment.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *work(void *arg)
{
    setenv("TZ", "UTC", 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    time_t now = 0;
    struct tm date;
    pthread_create(&t, NULL, work, NULL);
    localtime_r(&now, &date);
    pthread_join(t, NULL);
    return 0;
}
