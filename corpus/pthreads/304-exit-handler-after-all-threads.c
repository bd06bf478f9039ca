/* An exit handler reads what a thread writes.
   `main` ends as a thread, so that the handler runs when the other one has ended: no race. */
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
    pthread_exit(0);
}
