/* A key's destructor takes a mutex when the thread ends. main gives the mutex back before it joins. */
#include <pthread.h>

pthread_key_t key;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void destroy(void *value)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

void *worker(void *arg)
{
    pthread_setspecific(key, &key);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_mutex_lock(&mutex);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    return 0;
}
