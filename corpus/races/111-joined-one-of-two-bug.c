/* Only one of two threads is joined. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int n;

static void *work(void *arg)
{
    (void)arg;
    n = 1;
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    pthread_create(&u, 0, work, 0);
    n = 2;
    return 0;
}
