/* An error-checking mutex: locking it twice gives EDEADLK, unlocking one that the thread does not own gives EPERM,
   trylock of one's own gives EBUSY (POSIX). */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t m;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutex_init(&m, &a) == 0);
    assert(pthread_mutexattr_destroy(&a) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
