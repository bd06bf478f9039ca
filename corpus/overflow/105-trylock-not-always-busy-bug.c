/* The program hopes that one of the two finds the lock busy. One after the other both get it, and there is room for one only. */
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter = INT_MAX - 1;

static void *count(void *unused)
{
    if (pthread_mutex_trylock(&m) == 0) {
        counter++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, count, 0);
    count(0);
    pthread_join(t, 0);
    return 0;
}
