/* Asking and counting in one go under the lock. */
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter = INT_MAX - 1;

static void *count(void *unused)
{
    pthread_mutex_lock(&m);
    if (counter < INT_MAX)
        counter++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, count, 0);
    count(0);
    pthread_join(a, 0);
    return 0;
}
