/* The limitation named in the refinement paper: an effect whose own path needs an effect of a third thread.
 * b becomes 2 only if c is 1; c becomes 1 only while a is not 1. The first thread sets a and clears c in one
 * critical section, after which c stays 0 and b stays 1. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int a, b, c;

void *first(void *arg)
{
    pthread_mutex_lock(&mutex);
    a = 1;
    b = 1;
    c = 0;
    pthread_mutex_unlock(&mutex);
    assert(b == 1);
    return arg;
}

void *second(void *arg)
{
    pthread_mutex_lock(&mutex);
    if (c == 1)
        b = 2;
    pthread_mutex_unlock(&mutex);
    return arg;
}

void *third(void *arg)
{
    pthread_mutex_lock(&mutex);
    if (a != 1)
        c = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
