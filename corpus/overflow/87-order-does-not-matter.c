/* One less to begin with, and both orders fit. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int number = (1 << 30) - 2;

static void *add(void *unused)
{
    pthread_mutex_lock(&m);
    number = number + 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *twice(void *unused)
{
    pthread_mutex_lock(&m);
    number = number * 2;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, twice, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
