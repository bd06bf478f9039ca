/* One thread follows a null pointer while it holds the lock, if it comes first; if it comes second, the other one fails.  FALSE. */
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared, value;

static void *reader(void *arg)
{
    pthread_mutex_lock(&lock);
    value = *shared;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    int own = 3;

    pthread_create(&t, 0, reader, 0);
    pthread_mutex_lock(&lock);
    shared = &own;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    assert(value != 3);
    return 0;
}
