/* A clock that only goes forward, and a thread that notes the time at which it was last alive.
 * What must be found: the time that was noted is not later than the clock whenever nobody holds the lock. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int clock_now, last_alive;

static void *worker(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        last_alive = clock_now;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    while (1) {
        int time = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        if (time > clock_now)
            clock_now = time;
        if (last_alive > clock_now)
            reach_error();
        pthread_mutex_unlock(&lock);
    }
}
