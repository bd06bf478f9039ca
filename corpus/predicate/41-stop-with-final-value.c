/* The main thread changes a setting at will, makes it valid, and stops the worker, which then looks at it once.
 * What must be found: when the worker sees the flag the setting is valid, however often it was not before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static atomic_uint setting;
static atomic_bool stop;

static void *worker(void *unused)
{
    while (!stop) {
    }
    assert(setting != 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    while (__VERIFIER_nondet_int())
        setting += __VERIFIER_nondet_uint();
    if (setting == 0)
        setting = 1;
    stop = 1;
    pthread_join(thread, 0);
    return 0;
}
