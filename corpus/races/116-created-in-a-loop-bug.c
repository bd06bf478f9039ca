/* Threads of one loop run beside each other. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int n;

static void *work(void *arg)
{
    (void)arg;
    n++;
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
