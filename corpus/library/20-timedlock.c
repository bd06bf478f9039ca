/* pthread_mutex_timedlock gives up with ETIMEDOUT when the owner does not let go, so
 * main may hold the mutex while it joins; a free mutex is taken at once. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int owner;

static void *impatient(void *arg)
{
    struct timespec deadline;
    int rc;

    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec -= 1;
    rc = pthread_mutex_timedlock(&m, &deadline);
    if (rc == 0) {
        owner = 2;
        pthread_mutex_unlock(&m);
    } else {
        assert(rc == ETIMEDOUT);
    }
    return 0;
}

int main(void)
{
    struct timespec past = { 1, 0 };
    pthread_t t;

    assert(pthread_mutex_timedlock(&m, &past) == 0);
    owner = 1;
    pthread_create(&t, 0, impatient, 0);
    pthread_join(t, 0);
    assert(owner == 1);
    pthread_mutex_unlock(&m);
    return 0;
}
