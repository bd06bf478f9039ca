/* pthread_setspecific keeps the pointer and does not look at what it points to, and neither does pthread_getspecific;
   nobody but main writes the global. */
#include <pthread.h>

pthread_key_t key;
int number;

void *worker(void *arg)
{
    pthread_setspecific(key, &number);
    int *p = pthread_getspecific(key);
    p += 0;
    return p ? 0 : arg;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, 0);
    pthread_create(&t, 0, worker, 0);
    number = 2;
    pthread_join(t, 0);
    return 0;
}
