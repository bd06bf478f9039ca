/* Kinds of mutexes are told and told again; PTHREAD_MUTEX_DEFAULT is PTHREAD_MUTEX_NORMAL on Linux; other numbers are EINVAL.
   Robustness is not there from the start. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t a;
    int v = -1;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_gettype(&a, &v) == 0 && v == PTHREAD_MUTEX_NORMAL);
    assert(pthread_mutexattr_settype(&a, 99) == EINVAL);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_gettype(&a, &v) == 0 && v == PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutexattr_getrobust(&a, &v) == 0);
    assert(v == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_getpshared(&a, &v) == 0 && v == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_getpshared(&a, &v) == 0 && v == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_getprotocol(&a, &v) == 0 && v == PTHREAD_PRIO_NONE);
    return 0;
}
