/* Two locks in two orders, and a pipe that one of the threads may write to before. The deadlock does not need it.  FALSE. */
#include <pthread.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int p[2];

static void *one(void *arg)
{
    if (__VERIFIER_nondet_int())
        (void)!write(p[1], "x", 1);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

int main(void)
{
    pthread_t t;

    if (pipe(p) != 0)
        return 0;
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(t, 0);
    return 0;
}
