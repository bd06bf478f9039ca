/* A ledger in a long long beside an unsigned counter of its entries; every entry adds a positive amount.
 * What must be found: the ledger is at least the number of entries whenever nobody is inside the section. */
#include <assert.h>
#include <pthread.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long long total;
static long long entries;

static void *book(void *unused)
{
    while (1) {
        long long amount = __VERIFIER_nondet_ushort();
        pthread_mutex_lock(&lock);
        if (total < 1000000000000ll) {
            total += amount + 1;
            entries++;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, book, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        assert(entries <= total);
        pthread_mutex_unlock(&lock);
    }
}
