/* A destructor of a key gets the value, and the key has none by then. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int object, called;
static void destroy(void *value)
{
    called = value == &object && pthread_getspecific(key) == 0;
}
static void *run(void *ignored)
{
    if (pthread_setspecific(key, &object) != 0)
        called = 1;
    return 0;
}
int main(void)
{
    pthread_t thread;
    if (pthread_key_create(&key, destroy) != 0)
        return 0;
    if (pthread_create(&thread, 0, run, 0) != 0)
        return 0;
    pthread_join(thread, 0);
    assert(called == 1);
    return 0;
}
