/* A stock that is kept in a short: deliveries and sales of any size, refused where they would leave the range.
 * What must be found: the stock is between nought and 30000, so that nothing is lost when it is cut to a short. */
#include <assert.h>
#include <pthread.h>

extern short __VERIFIER_nondet_short(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static short stock;

static void change(int by)
{
    pthread_mutex_lock(&lock);
    if (stock + by >= 0 && stock + by <= 30000)
        stock = (short)(stock + by);
    assert(stock >= 0 && stock <= 30000);
    pthread_mutex_unlock(&lock);
}

static void *deliver(void *unused)
{
    while (1)
        change(__VERIFIER_nondet_short());
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, deliver, 0);
    while (1)
        change(-__VERIFIER_nondet_short());
}
