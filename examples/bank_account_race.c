/* A bank with a bug: two transfers run at the same time and nobody locks the accounts.
 *
 *     raddle check examples/bank_account_race.c
 *     raddle check --property no-data-race examples/bank_account_race.c
 *
 * Moving money neither makes nor destroys it, so the total has to be 200 in the end. On your machine this program
 * will say so almost always. But `balance -= amount` reads the balance, computes, and writes it back; if the other
 * thread writes in between, its update is lost, and the assertion at the end fails.
 *
 * Raddle answers FALSE to both questions and shows an interleaving that goes wrong. bank_account.c is the repaired
 * program. */
#include <assert.h>
#include <pthread.h>

static int alice = 100;
static int bob = 100;

static void transfer(int *from, int *to, int amount)
{
    *from -= amount;
    *to += amount;
}

static void *pay_rent(void *unused)
{
    transfer(&alice, &bob, 30);
    return unused;
}

static void *pay_back_lunch(void *unused)
{
    transfer(&bob, &alice, 10);
    return unused;
}

int main(void)
{
    pthread_t rent, lunch;

    pthread_create(&rent, NULL, pay_rent, NULL);
    pthread_create(&lunch, NULL, pay_back_lunch, NULL);
    pthread_join(rent, NULL);
    pthread_join(lunch, NULL);

    assert(alice + bob == 200);
    return 0;
}
