/* pthread_join stores the result of the joined thread in the caller's variable. The watcher reads that variable
   while main joins: a race. */
#include <pthread.h>

void *result;
int seen;

void *worker(void *arg)
{
    return &seen;
}

void *watcher(void *arg)
{
    seen = result != 0;
    return 0;
}

int main(void)
{
    pthread_t t, w;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&w, 0, watcher, 0);
    pthread_join(t, &result);
    pthread_join(w, 0);
    return 0;
}
