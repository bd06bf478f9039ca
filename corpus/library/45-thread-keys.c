/* Thread-specific data: every thread starts with NULL under a key and sees only what it
 * has set itself; two keys are independent. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t name_key, size_key;

static void *work(void *arg)
{
    assert(pthread_getspecific(name_key) == 0);
    assert(pthread_setspecific(name_key, arg) == 0);
    pthread_setspecific(size_key, (char *)arg + 1);
    assert(pthread_getspecific(name_key) == arg);
    assert(pthread_getspecific(size_key) == (char *)arg + 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    char buf[4];

    assert(pthread_key_create(&name_key, 0) == 0);
    assert(pthread_key_create(&size_key, 0) == 0);
    pthread_setspecific(name_key, buf + 3);
    pthread_create(&a, 0, work, buf);
    pthread_create(&b, 0, work, buf + 1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(pthread_getspecific(name_key) == buf + 3);
    assert(pthread_getspecific(size_key) == 0);
    pthread_key_delete(size_key);
    return 0;
}
