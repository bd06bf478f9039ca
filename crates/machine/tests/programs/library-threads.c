#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static int started, once_calls, destroyed;
static once_flag flag = ONCE_FLAG_INIT;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static tss_t slot;
static pthread_key_t key;
static mtx_t lock;
static cnd_t changed;
static sem_t tickets;

static void initialise(void) { once_calls++; }
static void destroy(void *p) { destroyed += *(int *)p; free(p); }

static int c11_worker(void *arg)
{
    int *mine = malloc(sizeof *mine);
    *mine = *(int *)arg;
    call_once(&flag, initialise);
    tss_set(slot, mine);
    mtx_lock(&lock);
    started += *(int *)tss_get(slot);
    cnd_signal(&changed);
    mtx_unlock(&lock);
    thrd_yield();
    if (*mine == 2)
        thrd_exit(-7);
    return *mine * 10;
}

static void *posix_worker(void *arg)
{
    int *mine = malloc(sizeof *mine);
    *mine = 100;
    pthread_once(&once, initialise);
    pthread_setspecific(key, mine);
    sem_wait(&tickets);
    sem_post(&tickets);
    return (void *)((long)arg + *(int *)pthread_getspecific(key));
}

int main(void)
{
    thrd_t threads[3];
    int args[3] = { 1, 2, 3 }, result;
    mtx_init(&lock, mtx_plain | mtx_recursive);
    cnd_init(&changed);
    tss_create(&slot, destroy);
    mtx_lock(&lock);
    printf("%d\n", mtx_trylock(&lock));
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    for (int i = 0; i < 3; i++)
        printf("%d\n", thrd_create(&threads[i], c11_worker, &args[i]));
    mtx_lock(&lock);
    while (started < 6)
        cnd_wait(&changed, &lock);
    mtx_unlock(&lock);
    for (int i = 0; i < 3; i++) {
        thrd_join(threads[i], &result);
        printf("joined %d\n", result);
    }
    printf("%d %d %d\n", started, once_calls, destroyed);
    printf("%d\n", thrd_equal(thrd_current(), thrd_current()) != 0);

    pthread_t posix[2];
    pthread_attr_t attr;
    pthread_mutexattr_t kind;
    pthread_mutex_t checked;
    int state, type, value;
    void *answer;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
    pthread_attr_getdetachstate(&attr, &state);
    pthread_key_create(&key, destroy);
    sem_init(&tickets, 0, 1);
    for (long i = 0; i < 2; i++)
        pthread_create(&posix[i], &attr, posix_worker, (void *)(i + 1));
    for (int i = 0; i < 2; i++) {
        pthread_join(posix[i], &answer);
        printf("joined %ld\n", (long)answer);
    }
    sem_getvalue(&tickets, &value);
    printf("%d %d %d %d\n", once_calls, destroyed, state, value);
    printf("%d", sem_trywait(&tickets));
    printf(" %d", sem_trywait(&tickets));
    printf(" %d\n", errno == EAGAIN);
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_gettype(&kind, &type);
    pthread_mutex_init(&checked, &kind);
    printf("%d %d", type, pthread_mutex_unlock(&checked) == EPERM);
    pthread_mutex_lock(&checked);
    printf(" %d", pthread_mutex_lock(&checked) == EDEADLK);
    printf(" %d\n", pthread_mutex_trylock(&checked) == EBUSY);
    pthread_mutex_unlock(&checked);
    printf("%d\n", pthread_mutexattr_settype(&kind, 17) == EINVAL);
    printf("%d\n", pthread_equal(pthread_self(), pthread_self()) != 0);
    return 0;
}
