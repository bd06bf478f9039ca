/* Each thread takes the address of its own local. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;


static void *work(void *arg)
{
    (void)arg;
    int l = 0, *p = &l;
    *p = 1;
    pthread_mutex_lock(&m);
    n += *p;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    return 0;
}
