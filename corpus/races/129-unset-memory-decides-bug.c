/* Whether main writes depends on memory that nobody has set. */
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
    int *p = malloc(sizeof *p);
    if (*p)
        n = 2;
    *p = 0;
    pthread_join(t, 0);
    return 0;
}
