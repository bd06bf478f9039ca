/* The call structure of the self-deadlock with a recursive mutex: the owner may take it again and has to release it
 * as often. The inner release does not let the other thread in. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int total;

static void add(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    int before = total;
    add((int)(long)arg);
    assert(total == before + (int)(long)arg); /* still protected by the outer lock */
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attr;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attr);
    pthread_mutexattr_destroy(&attr);

    pthread_create(&a, NULL, worker, (void *)1L);
    pthread_create(&b, NULL, worker, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total == 3);
    return 0;
}
