/* Destructors of thread-specific data run when a thread ends by pthread_exit or by returning from its start routine;
   main's return is a call of exit, which runs none. Here main ends with pthread_exit, which does. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void destroy(void *value)
{
    assert(0);
}

int main(void)
{
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &key);
    pthread_exit(0);
}
