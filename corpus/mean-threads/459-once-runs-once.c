/* pthread_once returns 0 to everybody and runs the routine once.  */
#include <assert.h>
#include <pthread.h>

pthread_once_t one = PTHREAD_ONCE_INIT, two = PTHREAD_ONCE_INIT;
int runs;

void routine(void)
{
    runs++;
}

void *worker(void *arg)
{
    assert(pthread_once(&one, routine) == 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(pthread_once(&one, routine) == 0);
    assert(runs == 1);
    return 0;
}
