/* Two files and a race between them: the logger locks its own static mutex "lock",
 * main locks another static mutex of the same name, so the counter is unprotected. */
#include <pthread.h>

extern int log_count;
extern void log_line(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    log_line();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&lock);
    log_count++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
