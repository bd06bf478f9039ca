// Unlocked without pthread_mutex_consistent, a robust mutex cannot be locked again; the kinds differ in details.

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

int main(void)
{
    for (int type = 0; type < 3; type++) {
        pthread_t a;
        make(type);
        pthread_create(&a, 0, dies, 0);
        pthread_join(a, 0);
        assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
        if (type == PTHREAD_MUTEX_RECURSIVE) {
            assert(pthread_mutex_lock(&mutex) == 0);
            assert(pthread_mutex_unlock(&mutex) == ENOTRECOVERABLE);
        } else {
            assert(pthread_mutex_trylock(&mutex) == (type == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : EBUSY));
        }
        assert(pthread_mutex_unlock(&mutex) == 0);
        assert(pthread_mutex_unlock(&mutex) == EPERM);
        assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
        assert(pthread_mutex_consistent(&mutex) == EINVAL);
        assert(pthread_mutex_destroy(&mutex) == 0);
    }
    return 0;
}
