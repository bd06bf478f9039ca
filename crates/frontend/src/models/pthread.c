// POSIX threads and semaphores, as far as they are not operations of the machine. Attribute objects keep what matters
// in their first int.

//@ pthread_equal
int pthread_equal(unsigned long a, unsigned long b)
{
    return a == b;
}

//@ pthread_once
int __raddle_once_enter(void *);
void __raddle_once_leave(void *);

int pthread_once(void *once, void (*initialise)(void))
{
    if (__raddle_once_enter(once)) {
        initialise();
        __raddle_once_leave(once);
    }
    return 0;
}

//@ pthread_mutexattr_init
int pthread_mutexattr_init(void *attr)
{
    *(int *)attr = 0;
    return 0;
}

//@ pthread_mutexattr_settype
int pthread_mutexattr_settype(void *attr, int kind)
{
    if (kind < 0 || kind > 3)
        return 22;
    *(int *)attr = kind;
    return 0;
}

//@ pthread_mutexattr_setkind_np
int pthread_mutexattr_settype(void *, int);

int pthread_mutexattr_setkind_np(void *attr, int kind)
{
    return pthread_mutexattr_settype(attr, kind);
}

//@ pthread_mutexattr_gettype
int pthread_mutexattr_gettype(const void *attr, int *kind)
{
    *kind = *(const int *)attr;
    return 0;
}

//@ pthread_attr_init
int pthread_attr_init(void *attr)
{
    *(int *)attr = 0;
    return 0;
}

//@ pthread_attr_setdetachstate
int pthread_attr_setdetachstate(void *attr, int state)
{
    if (state != 0 && state != 1)
        return 22;
    *(int *)attr = state;
    return 0;
}

//@ pthread_attr_getdetachstate
int pthread_attr_getdetachstate(const void *attr, int *state)
{
    *state = *(const int *)attr;
    return 0;
}

//@ pthread_attr_getstacksize
unsigned long __raddle_nondet_below(unsigned long);

int pthread_attr_getstacksize(const void *attr, unsigned long *size)
{
    *size = 16384 + __raddle_nondet_below(0x40000000ul);
    return 0;
}

//@ pthread_attr_getguardsize
unsigned long __raddle_nondet_below(unsigned long);

int pthread_attr_getguardsize(const void *attr, unsigned long *size)
{
    *size = __raddle_nondet_below(0x40000000ul);
    return 0;
}

//@ pthread_attr_getscope
_Bool __raddle_nondet_bool(void);

int pthread_attr_getscope(const void *attr, int *scope)
{
    *scope = __raddle_nondet_bool();
    return 0;
}

//@ pthread_attr_getschedpolicy
unsigned long __raddle_nondet_below(unsigned long);

int pthread_attr_getschedpolicy(const void *attr, int *policy)
{
    *policy = (int)__raddle_nondet_below(3);
    return 0;
}

//@ pthread_attr_getinheritsched
_Bool __raddle_nondet_bool(void);

int pthread_attr_getinheritsched(const void *attr, int *inherit)
{
    *inherit = __raddle_nondet_bool();
    return 0;
}

//@ pthread_setcancelstate
// Nobody ever asks for cancellation (pthread_cancel is not supported), so that only the value matters.
static __thread int cancel_state;

int pthread_setcancelstate(int state, int *old)
{
    if (state != 0 && state != 1)
        return 22;
    if (old)
        *old = cancel_state;
    cancel_state = state;
    return 0;
}

//@ pthread_setcanceltype
static __thread int cancel_type;

int pthread_setcanceltype(int type, int *old)
{
    if (type != 0 && type != 1)
        return 22;
    if (old)
        *old = cancel_type;
    cancel_type = type;
    return 0;
}

//@ sem_init
int __raddle_sem_init(void *, unsigned int);
int *__errno_location(void);

int sem_init(void *sem, int shared, unsigned int value)
{
    int error = __raddle_sem_init(sem, value);
    if (error) {
        *__errno_location() = error;
        return -1;
    }
    return 0;
}

//@ sem_trywait
int __raddle_sem_trywait(void *);
int *__errno_location(void);

int sem_trywait(void *sem)
{
    int error = __raddle_sem_trywait(sem);
    if (error) {
        *__errno_location() = error;
        return -1;
    }
    return 0;
}

//@ sem_timedwait
int __raddle_sem_timedwait(void *);
int *__errno_location(void);

int sem_timedwait(void *sem, const void *deadline)
{
    int error = __raddle_sem_timedwait(sem);
    if (error) {
        *__errno_location() = error;
        return -1;
    }
    return 0;
}

//@ sem_clockwait
int sem_timedwait(void *, const void *);

int sem_clockwait(void *sem, int clock, const void *deadline)
{
    return sem_timedwait(sem, deadline);
}
