/* Two counters are equal whenever nobody holds the lock, and different in between. A thread that takes the lock
 * knows only that nobody holds it now; that the counters are equal then is a relation between the lock and the
 * counters: UNKNOWN with all refiners, unless views say whether somebody else holds the lock (`knowledge=locks`): then
 * who takes it goes on from a view in which the one before has released it. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char requests, replies;

static void *server(void *unused)
{
    pthread_mutex_lock(&lock);
    requests++;
    replies++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, server, 0);
    pthread_mutex_lock(&lock);
    if (requests != replies)
        reach_error();
    pthread_mutex_unlock(&lock);
    return 0;
}
