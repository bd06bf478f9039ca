// `asctime_r` and `timegm` use what they are given and nothing else.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static void *work(void *arg)
{
    struct tm date = {.tm_mday = 1, .tm_year = 70};
    char text[26];
    asctime_r(&date, text);
    assert(strcmp(text, "Sun Jan  1 00:00:00 1970\n") == 0);
    assert(timegm(&date) == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
