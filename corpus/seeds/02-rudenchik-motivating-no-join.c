/* Fig. 2 of "Predicate abstraction refinement in thread-modular analysis" as printed: main does not wait for its
 * threads. When main returns the program ends, whatever the threads are doing; the assertion still cannot fail. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int a = 0, b = 0;

void *thread1(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&mutex);
    assert(b == 1);
    return 0;
}

void *thread2(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    if (a != 1) {
        b = 2;
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    return 0;
}
