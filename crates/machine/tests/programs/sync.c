// Every kind of lock and its error numbers, as glibc answers.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t plain, recursive, checking;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_mutex_t fixed = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static sem_t sem, done;
static int serial;

static void *contender(void *arg) {
    struct timespec now = {0, 0};
    printf("try %d %d\n", pthread_mutex_trylock(&plain), pthread_mutex_trylock(&recursive));
    printf("unlock %d\n", pthread_mutex_unlock(&recursive));
    printf("unlock %d\n", pthread_mutex_unlock(&checking));
    printf("timed %d\n", pthread_mutex_timedlock(&plain, &now));
    printf("rw %d %d\n", pthread_rwlock_tryrdlock(&rw), pthread_rwlock_trywrlock(&rw));
    printf("rw timed %d\n", pthread_rwlock_timedwrlock(&rw, &now));
    printf("spin %d\n", pthread_spin_trylock(&spin));
    pthread_rwlock_unlock(&rw);
    sem_post(&sem);
    sem_wait(&done);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) __sync_fetch_and_add(&serial, 1);
    return arg;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t t;
    int value;
    pthread_mutex_init(&plain, 0);
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &attr);
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, 0, 2);
    sem_init(&sem, 0, 0);
    sem_init(&done, 0, 0);
    pthread_mutex_lock(&plain);
    printf("%d %d\n", pthread_mutex_lock(&recursive), pthread_mutex_lock(&recursive));
    printf("%d\n", pthread_mutex_lock(&checking));
    printf("%d\n", pthread_mutex_lock(&checking));
    printf("%d %d\n", pthread_mutex_lock(&fixed), pthread_mutex_lock(&fixed));
    printf("%d %d\n", pthread_rwlock_rdlock(&rw), pthread_rwlock_rdlock(&rw));
    pthread_rwlock_unlock(&rw);
    pthread_spin_lock(&spin);
    pthread_create(&t, 0, contender, &value);
    sem_wait(&sem);
    sem_post(&done);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) __sync_fetch_and_add(&serial, 1);
    void *result;
    printf("%d\n", pthread_join(t, &result));
    printf("%d\n", result == &value);
    printf("%d\n", serial);
    printf("%d %d\n", pthread_mutex_destroy(&plain), EBUSY);
    pthread_mutex_unlock(&plain);
    printf("%d %d\n", pthread_mutex_unlock(&recursive), pthread_mutex_unlock(&recursive));
    printf("%d\n", pthread_mutex_unlock(&recursive));
    printf("%d %d\n", pthread_mutex_destroy(&plain), pthread_mutex_destroy(&recursive));
    sem_post(&sem);
    sem_post(&sem);
    sem_getvalue(&sem, &value);
    printf("%d %d", value, sem_trywait(&sem));
    printf(" %d", sem_trywait(&sem));
    printf(" %d", sem_trywait(&sem));
    printf(" %d\n", errno == EAGAIN);
    printf("%d\n", pthread_equal(pthread_self(), pthread_self()));
    printf("%d\n", pthread_join(pthread_self(), 0));
    return 0;
}
