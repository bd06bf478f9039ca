/* Two threads each go round as often as they like, and count in a counter of their own and under a lock in a common one.
 * What must be found: after both have ended the common counter is the sum of the two, modulo the range of unsigned. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned own[2];
static unsigned common;

static void *left(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        own[0]++;
        pthread_mutex_lock(&lock);
        common++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *right(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&lock);
        common++;
        pthread_mutex_unlock(&lock);
        own[1]++;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(common == own[0] + own[1]);
    return 0;
}
