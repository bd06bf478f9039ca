/* The chain of effects with the reset of c left out: the third thread sets c = 1 early, the first thread sets
 * a = b = 1, the second sees c == 1 and sets b = 2 before (or while) the first one checks it. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int a, b, c;

void *first(void *arg)
{
    pthread_mutex_lock(&mutex);
    a = 1;
    b = 1;
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
