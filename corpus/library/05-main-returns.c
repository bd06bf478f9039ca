/* Returning from main ends the program with all its threads: the worker waits for a
 * mutex that main never gives back, so its error call is unreachable, and the program
 * still ends (no deadlock, since main can always move). */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    pthread_mutex_lock(&gate);
    reach_error();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_lock(&gate);
    pthread_create(&t, 0, worker, 0);
    return 0;
}
