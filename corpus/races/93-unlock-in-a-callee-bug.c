/* A function that is called in the critical section releases the lock; the access behind it is not protected. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void pause_section(void)
{
    pthread_mutex_unlock(&m);
}


static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    pause_section();
    n++;
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
