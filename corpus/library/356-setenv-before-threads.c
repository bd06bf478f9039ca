// Who changes the environment before there are threads is safe: they only read.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *arg)
{
    assert(strcmp(getenv("RADDLE_A"), "1") == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    setenv("RADDLE_A", "1", 1);
    pthread_create(&t, NULL, work, NULL);
    assert(getenv("RADDLE_A")[0] == '1');
    pthread_join(t, NULL);
    return 0;
}
