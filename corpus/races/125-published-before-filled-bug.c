/* The block is known to the other thread before it is filled. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *p;


static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    if (p)
        *p = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int *fresh = malloc(sizeof *fresh);
    pthread_mutex_lock(&m);
    p = fresh;
    pthread_mutex_unlock(&m);
    *fresh = 2;
    pthread_join(t, 0);
    return 0;
}
