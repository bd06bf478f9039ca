/* As its right twin, but the second counter is changed after the lock has been released: the other thread sees the gap. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned requests, replies;

static void *server(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        requests++;
        pthread_mutex_unlock(&lock);
        replies++;
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
