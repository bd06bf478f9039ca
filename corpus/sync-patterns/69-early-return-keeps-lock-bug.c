/* An early return forgets the unlock. The first thread leaves through it when the stock is empty and the other
 * waits for ever for the mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static int take(void)
{
    pthread_mutex_lock(&lock);
    if (stock == 0)
        return 0; /* the lock is still held */
    stock--;
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *customer(void *unused)
{
    take();
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, customer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(stock == 0);
    return 0;
}
