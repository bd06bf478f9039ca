// A semaphore counts up to SEM_VALUE_MAX; failures are -1 with errno.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <limits.h>
#include <semaphore.h>

int main(void)
{
    sem_t semaphore;
    assert(sem_init(&semaphore, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
    assert(sem_trywait(&semaphore) == 0 && sem_post(&semaphore) == 0);
    return sem_destroy(&semaphore);
}
