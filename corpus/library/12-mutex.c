/* A mutex initialised at run time protects a two-field invariant against two writers
 * and a reader. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int credit = 10, debit;

static void *transfer(void *arg)
{
    int n = *(int *)arg;

    pthread_mutex_lock(&m);
    credit -= n;
    debit += n;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    int three = 3, four = 4;

    pthread_mutex_init(&m, 0);
    pthread_create(&a, 0, transfer, &three);
    pthread_create(&b, 0, transfer, &four);
    pthread_mutex_lock(&m);
    assert(credit + debit == 10);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(credit == 3 && debit == 7);
    pthread_mutex_destroy(&m);
    return 0;
}
