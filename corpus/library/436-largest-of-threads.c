/* Two threads keep the largest of what they read, under a lock.  TRUE. */
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int read_by[2], largest = -2147483647 - 1;

static void *keep(void *arg)
{
    int *mine = arg, n = __VERIFIER_nondet_int();

    *mine = n;
    pthread_mutex_lock(&lock);
    if (n > largest)
        largest = n;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, keep, &read_by[0]);
    pthread_create(&b, 0, keep, &read_by[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(largest >= read_by[0] && largest >= read_by[1]);
    return 0;
}
