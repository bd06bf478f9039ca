/* The schema of Fig. 3 of "Precise thread-modular verification" with n = 3 threads and m = 1 critical section, the
 * lock being a POSIX mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lck = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *thread(void *arg)
{
    pthread_mutex_lock(&lck);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lck);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
