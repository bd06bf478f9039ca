/* Main's own counter goes up three times; those of the threads do not matter. */
#include <limits.h>
#include <pthread.h>

static _Thread_local int counter = INT_MAX - 2;

static void *count(void *unused)
{
    counter++;
    counter++;
    return unused;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, count, 0);
    pthread_join(a, 0);
    count(0);
    counter++;
    return 0;
}
