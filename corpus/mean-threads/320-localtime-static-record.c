/* gmtime_r writes the caller's record only; each thread has its own. */
#include <pthread.h>
#include <time.h>

void *worker(void *arg)
{
    time_t zero = 0;
    struct tm own;
    struct tm *r = gmtime_r(&zero, &own);
    return r == 0 ? arg : 0;
}

int main(void)
{
    time_t day = 86400;
    struct tm own;
    pthread_t t;
    struct tm *r = gmtime_r(&day, &own);
    pthread_create(&t, 0, worker, 0);
    int d = r ? r->tm_mday : 0;
    pthread_join(t, 0);
    return d;
}
