// C11 threads.h over POSIX threads, with glibc's result codes: success 0, busy 1, error 2, nomem 3, timedout 4.

//@ thrd_create
int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument)
{
    return pthread_create(thread, 0, (void *(*)(void *))start, argument) ? 2 : 0;
}

//@ thrd_join
int pthread_join(unsigned long, void **);

int thrd_join(unsigned long thread, int *result)
{
    void *value;
    if (pthread_join(thread, &value))
        return 2;
    if (result)
        *result = (int)(long)value;
    return 0;
}

//@ thrd_detach
int pthread_detach(unsigned long);

int thrd_detach(unsigned long thread)
{
    return pthread_detach(thread) ? 2 : 0;
}

//@ thrd_exit
void pthread_exit(void *);

void thrd_exit(int result)
{
    pthread_exit((void *)(long)result);
}

//@ thrd_equal
int thrd_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

//@ mtx_init
int __raddle_mutex_init(void *, int);

int mtx_init(void *mutex, int type)
{
    return __raddle_mutex_init(mutex, type & 1) ? 2 : 0;
}

//@ mtx_trylock
int pthread_mutex_trylock(void *);

int mtx_trylock(void *mutex)
{
    return pthread_mutex_trylock(mutex) ? 1 : 0;
}

//@ mtx_timedlock
int pthread_mutex_timedlock(void *, const void *);

int mtx_timedlock(void *mutex, const void *deadline)
{
    int error = pthread_mutex_timedlock(mutex, deadline);
    if (error == 110)
        return 4;
    return error ? 2 : 0;
}

//@ cnd_timedwait
int pthread_cond_timedwait(void *, void *, const void *);

int cnd_timedwait(void *condition, void *mutex, const void *deadline)
{
    int error = pthread_cond_timedwait(condition, mutex, deadline);
    if (error == 110)
        return 4;
    return error ? 2 : 0;
}

//@ thrd_sleep
// Time that is none is refused with a negative number below -1 (an interruption is -1); what is left is written only by an interruption.
int __raddle_yield(void);

int thrd_sleep(const volatile long *time, void *left)
{
    long seconds = time[0], nanoseconds = time[1];
    if (seconds < 0 || nanoseconds < 0 || nanoseconds > 999999999)
        return -2;
    __raddle_yield();
    return 0;
}

//@ tss_set
int pthread_setspecific(unsigned int, const void *);

int tss_set(unsigned int key, void *value)
{
    return pthread_setspecific(key, value) ? 2 : 0;
}

//@ call_once
int __raddle_once_enter(void *);
void __raddle_once_leave(void *);

void call_once(void *flag, void (*initialise)(void))
{
    if (__raddle_once_enter(flag)) {
        initialise();
        __raddle_once_leave(flag);
    }
}
