/* The same with every access between the creation and the join of the threads made
 * under one mutex, in a helper that is shared by all. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static int update(int by)
{
    int now;

    pthread_mutex_lock(&m);
    counter += by;
    now = counter;
    pthread_mutex_unlock(&m);
    return now;
}

static void *work(void *arg)
{
    update(1);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    assert(update(0) <= 2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
