/* gmtime returns a pointer to one static record, which the next call by any thread may overwrite (C11 7.27.3): main's read of
   it races with the worker's call. */
#include <pthread.h>
#include <time.h>

void *worker(void *arg)
{
    time_t zero = 0;
    struct tm own;
    struct tm *r = gmtime(&zero), *unused = &own;
    return r == 0 ? arg : 0;
}

int main(void)
{
    time_t day = 86400;
    struct tm own;
    pthread_t t;
    struct tm *r = gmtime(&day), *unused = &own;
    pthread_create(&t, 0, worker, 0);
    int d = r ? r->tm_mday : 0;
    pthread_join(t, 0);
    return d;
}
