// ... and nothing behind it.
#include <pthread.h>
#include <sys/select.h>

static fd_set set[2];

static void *other(void *ignored)
{
    ((char *)set)[8] = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timeval none = { 0, 0 };
    pthread_create(&thread, 0, other, 0);
    select(1, set, 0, 0, &none);
    pthread_join(thread, 0);
    return 0;
}
