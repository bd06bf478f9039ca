/* Two counters are changed together under a lock, without end, while another thread compares them under the lock.
 * What must be found: both are equal whenever nobody holds the lock. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned requests, replies;

static void *server(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        requests++;
        replies++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, server, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        if (requests != replies)
            reach_error();
        pthread_mutex_unlock(&lock);
    }
}
