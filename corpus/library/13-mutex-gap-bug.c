/* Check and act in two separate critical sections: between them the other thread can
 * withdraw as well, and the balance becomes negative.  No data race, yet FALSE. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void withdraw(int n)
{
    int enough;

    pthread_mutex_lock(&m);
    enough = balance >= n;
    pthread_mutex_unlock(&m);
    if (enough) {
        pthread_mutex_lock(&m);
        balance -= n;
        pthread_mutex_unlock(&m);
    }
}

static void *customer(void *arg)
{
    withdraw(7);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, customer, 0);
    withdraw(7);
    pthread_join(t, 0);
    assert(balance >= 0);
    return 0;
}
