/* Initialisation that comes one line too late: the thread is already running when main
 * sets the value it reads. */
#include <pthread.h>

static int timeout;

static void *server(void *arg)
{
    int t = timeout;
    return t ? arg : 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, server, 0);
    timeout = 30;
    pthread_join(t, 0);
    return 0;
}
