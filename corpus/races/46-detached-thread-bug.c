/* A detached thread is never joined: whatever main does after the creation is unordered
 * with it, and both increment the same counter. */
#include <pthread.h>

static int stats;

static void *logger(void *arg)
{
    stats++;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, logger, 0);
    pthread_detach(t);
    stats++;
    return 0;
}
