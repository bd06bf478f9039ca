/* Thread attributes: initialised to joinable, set and read back; a thread created with
 * explicit attributes behaves like any other. */
#include <assert.h>
#include <pthread.h>

static int ran;

static void *work(void *arg)
{
    ran = 1;
    return 0;
}

int main(void)
{
    pthread_attr_t attr;
    pthread_t t;
    int state = -1;

    assert(pthread_attr_init(&attr) == 0);
    pthread_attr_getdetachstate(&attr, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attr, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
    pthread_attr_setstacksize(&attr, 1 << 20);
    assert(pthread_create(&t, &attr, work, 0) == 0);
    pthread_attr_destroy(&attr);
    pthread_join(t, 0);
    assert(ran == 1);
    return 0;
}
