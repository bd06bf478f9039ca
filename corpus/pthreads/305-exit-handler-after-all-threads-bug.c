/* An exit handler reads what a thread writes.
   `exit` does not wait for the other thread: a race. */
#include <pthread.h>
#include <stdlib.h>

int data;
int seen;

void handler(void)
{
    seen = data;
}

void *worker(void *arg)
{
    data = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    atexit(handler);
    pthread_create(&thread, 0, worker, 0);
    exit(0);
}
