/* The value of a key is freed by its destructor when the thread ends. */
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *unused)
{
    pthread_setspecific(key, malloc(8));
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_key_create(&key, free);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
