/* The id of the second thread overwrites that of the first: one of them is never joined. */
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
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
