/* What is written before the threads start is read by all. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int n;

static void *work(void *arg)
{
    (void)arg;
    int l = n;
    (void)l;
    return 0;
}

int main(void)
{
    n = 5;
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    return 0;
}
