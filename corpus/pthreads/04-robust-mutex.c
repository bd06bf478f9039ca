// A robust mutex tells who takes it next that its owner has died; after pthread_mutex_consistent it is a mutex as before.

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
    int error = pthread_mutex_lock(&mutex);
    assert(error == 0 || error == EOWNERDEAD);
    assert(data == (error == EOWNERDEAD));
    if (error)
        pthread_mutex_consistent(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    make(PTHREAD_MUTEX_NORMAL);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    pthread_create(&a, 0, dies, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
