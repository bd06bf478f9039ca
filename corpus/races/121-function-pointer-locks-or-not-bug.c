/* Of two functions behind a pointer only one takes the lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void take(void)
{
    pthread_mutex_lock(&m);
}

static void nothing(void)
{
}

static void (*begin)(void) = take;

static void *work(void *arg)
{
    (void)arg;
    begin();
    n++;
    return 0;
}

int main(void)
{
    begin = nothing;
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
    return 0;
}
