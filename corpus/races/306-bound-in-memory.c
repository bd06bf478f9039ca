/* The number of threads stands in a global, written before there are any: main creates so many, joins so many, and reads what they have counted. No race. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
enum { MOST = 2 };
static int nthreads;
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[MOST];
    nthreads = __VERIFIER_nondet_int() ? MOST : 1;
    for (int i = 0; i < nthreads; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < nthreads; i++)
        pthread_join(threads[i], 0);
    return count;
}
