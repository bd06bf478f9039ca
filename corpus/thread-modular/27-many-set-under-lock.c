/* Any number of threads write their own thing and read it again under one lock. That an instance does not disturb
 * the others is known from the locks alone. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot;

static void *worker(void *unused)
{
    int own = __VERIFIER_nondet_int();

    pthread_mutex_lock(&lock);
    slot = own;
    if (slot != own)
        reach_error();
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
