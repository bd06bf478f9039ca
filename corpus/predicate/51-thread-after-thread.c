/* Any number of threads, one after the other; each adds one to two counters and is joined before they are compared.
 * What must be found: the counters are equal whenever no thread is running. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static unsigned long started, ended;

static void *job(void *unused)
{
    started++;
    ended++;
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, job, 0);
        pthread_join(thread, 0);
        assert(started == ended);
    }
    return 0;
}
