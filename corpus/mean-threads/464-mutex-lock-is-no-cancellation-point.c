/* pthread_mutex_lock and unlock are no cancellation points (POSIX): a cancelled thread that calls nothing else ends by its return. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ended;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    ended = 1;
    pthread_mutex_unlock(&m);
    return &ended;
}

int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, &r);
    assert(r == &ended && ended == 1);
    return 0;
}
