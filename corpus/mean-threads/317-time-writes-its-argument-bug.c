/* time stores its result through its argument unless that is null (C11 7.27.2.4).
   It is the address of a global that main reads meanwhile: a race. */
#include <pthread.h>
#include <time.h>

time_t now;

void *worker(void *arg)
{
    time(&now);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int unset = now == 0;
    pthread_join(t, 0);
    return unset;
}
