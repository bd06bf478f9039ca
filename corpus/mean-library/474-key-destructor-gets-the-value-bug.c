/* Within the destructor of a key its value is null already. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int object, called;
static void destroy(void *value)
{
    called = value == &object && pthread_getspecific(key) == value;
}
static void *run(void *ignored)
{
    pthread_setspecific(key, &object);
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
