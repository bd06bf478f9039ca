/* The second file of 76-linkage-race-bug.c. */
#include <pthread.h>

int log_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void log_line(void)
{
    pthread_mutex_lock(&lock);
    log_count++;
    pthread_mutex_unlock(&lock);
}
