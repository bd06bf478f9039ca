// A thread that believes the lock of a robust mutex always returns 0.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;
int data;

static void make(int type)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, type);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &a);
}

void *dies(void *argument)
{
    pthread_mutex_lock(&mutex);
    data = 1;
    return 0;
}

void *other(void *argument)
{
    assert(pthread_mutex_lock(&mutex) == 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    make(PTHREAD_MUTEX_NORMAL);
    pthread_create(&a, 0, dies, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
