/* Every access of the balance holds the lock, so there is no race; but checking the cover and withdrawing are
 * two critical sections. Both customers may find the money there, and the account is overdrawn. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int covered(int amount)
{
    pthread_mutex_lock(&lock);
    int ok = balance >= amount;
    pthread_mutex_unlock(&lock);
    return ok;
}

static void withdraw(int amount)
{
    pthread_mutex_lock(&lock);
    balance -= amount;
    assert(balance >= 0);
    pthread_mutex_unlock(&lock);
}

static void *customer(void *unused)
{
    if (covered(70))
        withdraw(70);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
