/* Fig. 2 broken: the second thread decides in one critical section and acts in another. What it knows of a may be
 * stale by then, b becomes 2 after the first thread has set it to 1, and the unlocked read of b races. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int a, b;

void *thread1(void *arg)
{
    pthread_mutex_lock(&mutex);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&mutex);
    assert(b == 1);
    return arg;
}

void *thread2(void *arg)
{
    pthread_mutex_lock(&mutex);
    int not_yet = a != 1;
    pthread_mutex_unlock(&mutex);

    pthread_mutex_lock(&mutex);
    if (not_yet)
        b = 2;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
