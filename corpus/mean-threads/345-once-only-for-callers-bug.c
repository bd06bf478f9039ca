/* pthread_once orders the initialiser before the return of every call with the same control.
   Main reads without such a call: nothing orders that with the initialiser. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table;

void fill(void)
{
    table = 42;
}

void *worker(void *arg)
{
    pthread_once(&once, fill);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    ;
    int v = table;
    pthread_join(t, 0);
    return v;
}
