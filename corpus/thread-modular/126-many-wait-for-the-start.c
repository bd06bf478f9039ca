/* Any number of threads wait for the word to start; main gives it when all is prepared, and it stays given. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int started, prepared;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!started)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    if (!prepared)
        reach_error();
    return unused;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    pthread_t thread;

    for (int i = 0; i < count; i++)
        pthread_create(&thread, 0, worker, 0);
    prepared = 1;
    pthread_mutex_lock(&lock);
    started = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_exit(0);
}
