/* The second thread starts when the first has been joined. */
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
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    n++;
    pthread_create(&u, 0, work, 0);
    pthread_join(u, 0);
    n++;
    return 0;
}
