/* The joined thread has joined the one that it made. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int n;

static void *child(void *arg)
{
    (void)arg;
    n = 1;
    return 0;
}


static void *work(void *arg)
{
    (void)arg;
    pthread_t c;
    pthread_create(&c, 0, child, 0);
    pthread_join(c, 0);
    n = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    n = 3;
    return 0;
}
