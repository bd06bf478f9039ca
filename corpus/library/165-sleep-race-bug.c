/* A thread reads how long it has to sleep while main changes it.  A race: FALSE. */
#include <pthread.h>
#include <time.h>

static struct timespec duration = { 0, 1 };

static void *sleeper(void *arg)
{
    nanosleep(&duration, 0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sleeper, 0);
    duration.tv_nsec = 2;
    pthread_join(thread, 0);
    return 0;
}
