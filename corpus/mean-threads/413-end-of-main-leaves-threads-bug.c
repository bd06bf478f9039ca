/* Returning from main ends the process, but until then the detached thread runs: main's last read races with its write. */
#include <pthread.h>

int data;

void *worker(void *arg)
{
    data = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, worker, 0);
    pthread_attr_destroy(&attr);
    return data;
}
