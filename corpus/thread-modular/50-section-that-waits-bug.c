/* As 49, but the section waits for the lock after its first step: an atomic section is one step for others only as
 * long as it does not wait. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void *waiting(void *unused)
{
    __VERIFIER_atomic_begin();
    level = 1;
    pthread_mutex_lock(&lock);
    if (level == 2)
        reach_error();
    pthread_mutex_unlock(&lock);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, waiting, 0);
    pthread_mutex_lock(&lock);
    level = 0;
    level = 2;
    pthread_mutex_unlock(&lock);
    pthread_exit(0);
}
