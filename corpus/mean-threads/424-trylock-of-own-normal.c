/* trylock of a normal mutex that the same thread holds returns EBUSY, and nothing blocks. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    return 0;
}
