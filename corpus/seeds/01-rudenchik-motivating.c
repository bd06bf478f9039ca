/* The motivating example (Fig. 2) of "Predicate abstraction refinement in thread-modular analysis", with joins.
 * Once the first thread has set a = 1 the second cannot write b any more, so b is still 1 at the assertion.
 * The unlocked read of b does not race either: a write of b is enabled only while a != 1, before the first
 * thread's critical section. */
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
    if (a != 1)
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
