/* Each thread has a counter of its own, so that three times two do not add up. */
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
    pthread_t a, b;

    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    count(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return counter != INT_MAX;
}
