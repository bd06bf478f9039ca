/* What an attribute object is told it tells again; a fresh one is joinable with system scope and inherits.  */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t a;
    int v;
    size_t s;
    pthread_attr_init(&a);
    assert(pthread_attr_getdetachstate(&a, &v) == 0);
    assert(v == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, 77) == EINVAL);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&a, &v) == 0 && v == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setstacksize(&a, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&a, &s) == 0 && s == 1 << 20);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_getscope(&a, &v) == 0 && v == PTHREAD_SCOPE_SYSTEM);
    return 0;
}
