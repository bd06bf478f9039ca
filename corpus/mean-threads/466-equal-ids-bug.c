/* pthread_self in a thread equals the id that its creator got, and differs from the creator's own. Here the first is denied. */
#include <assert.h>
#include <pthread.h>

pthread_t seen;

void *worker(void *arg)
{
    seen = pthread_self();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(!pthread_equal(seen, t));
    assert(!pthread_equal(seen, pthread_self()));
    return 0;
}
