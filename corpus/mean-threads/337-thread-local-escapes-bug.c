/* Each thread has its own instance of a thread-local variable, but its address may go to others.
   The worker writes main's instance through the address it got: a race with main's write. */
#include <pthread.h>

_Thread_local int own;

void *worker(void *arg)
{
    int *p = arg;
    *p = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, &own);
    own = 2;
    pthread_join(t, 0);
    return 0;
}
