// POSIX threads and semaphores, as far as they are not operations of the machine. What waits with a time limit reads the limit first and refuses one
// that is none, as glibc does: a lock only if it is not free at once.

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

//@ pthread_mutex_timedlock
int __raddle_mutex_timedlock(void *);

int pthread_mutex_timedlock(void *mutex, const volatile long *deadline)
{
    deadline[0];
    long nanoseconds = deadline[1];
    int error = __raddle_mutex_timedlock(mutex);
    return error == 110 && (nanoseconds < 0 || nanoseconds > 999999999) ? 22 : error;
}

//@ pthread_mutex_clocklock
int pthread_mutex_timedlock(void *, const volatile long *);

int pthread_mutex_clocklock(void *mutex, int clock, const volatile long *deadline)
{
    return clock == 0 || clock == 1 ? pthread_mutex_timedlock(mutex, deadline) : 22;
}

//@ pthread_mutex_getprioceiling
int __raddle_mutex_ceiling(void *, int *);

int pthread_mutex_getprioceiling(void *mutex, int *ceiling)
{
    return __raddle_mutex_ceiling(mutex, ceiling);
}

//@ pthread_mutex_setprioceiling
int __raddle_mutex_ceiling(void *, int *);
void __raddle_unsupported(const char *);

int pthread_mutex_setprioceiling(void *mutex, int ceiling, int *old)
{
    int before;
    int error = __raddle_mutex_ceiling(mutex, &before);
    if (!error)
        __raddle_unsupported("changing the priority ceiling of a mutex");
    return error;
}

//@ pthread_cond_timedwait
int __raddle_cond_timedwait(void *, void *);

int pthread_cond_timedwait(void *condition, void *mutex, const volatile long *deadline)
{
    deadline[0];
    long nanoseconds = deadline[1];
    if (nanoseconds < 0 || nanoseconds > 999999999)
        return 22;
    return __raddle_cond_timedwait(condition, mutex);
}

//@ pthread_cond_clockwait
int pthread_cond_timedwait(void *, void *, const volatile long *);

int pthread_cond_clockwait(void *condition, void *mutex, int clock, const volatile long *deadline)
{
    return clock == 0 || clock == 1 ? pthread_cond_timedwait(condition, mutex, deadline) : 22;
}

//@ pthread_rwlock_timedrdlock
int __raddle_rwlock_timedrdlock(void *);

int pthread_rwlock_timedrdlock(void *lock, const volatile long *deadline)
{
    deadline[0];
    long nanoseconds = deadline[1];
    if (nanoseconds < 0 || nanoseconds > 999999999)
        return 22;
    return __raddle_rwlock_timedrdlock(lock);
}

//@ pthread_rwlock_clockrdlock
int pthread_rwlock_timedrdlock(void *, const volatile long *);

int pthread_rwlock_clockrdlock(void *lock, int clock, const volatile long *deadline)
{
    return clock == 0 || clock == 1 ? pthread_rwlock_timedrdlock(lock, deadline) : 22;
}

//@ pthread_rwlock_timedwrlock
int __raddle_rwlock_timedwrlock(void *);

int pthread_rwlock_timedwrlock(void *lock, const volatile long *deadline)
{
    deadline[0];
    long nanoseconds = deadline[1];
    if (nanoseconds < 0 || nanoseconds > 999999999)
        return 22;
    return __raddle_rwlock_timedwrlock(lock);
}

//@ pthread_rwlock_clockwrlock
int pthread_rwlock_timedwrlock(void *, const volatile long *);

int pthread_rwlock_clockwrlock(void *lock, int clock, const volatile long *deadline)
{
    return clock == 0 || clock == 1 ? pthread_rwlock_timedwrlock(lock, deadline) : 22;
}

//@ sem_timedwait
int __raddle_sem_timedwait(void *);
int *__errno_location(void);

int sem_timedwait(void *sem, const volatile long *deadline)
{
    deadline[0];
    long nanoseconds = deadline[1];
    int error = 22;
    if (nanoseconds >= 0 && nanoseconds <= 999999999)
        error = __raddle_sem_timedwait(sem);
    if (!error)
        return 0;
    *__errno_location() = error;
    return -1;
}

//@ sem_clockwait
int sem_timedwait(void *, const volatile long *);
int *__errno_location(void);

int sem_clockwait(void *sem, int clock, const volatile long *deadline)
{
    if (clock == 0 || clock == 1)
        return sem_timedwait(sem, deadline);
    *__errno_location() = 22;
    return -1;
}

//@ pthread_tryjoin_np
int __raddle_tryjoin(unsigned long, void **);

int pthread_tryjoin_np(unsigned long thread, void **result)
{
    int error = __raddle_tryjoin(thread, result);
    return error == 35 ? 16 : error;
}

//@ pthread_timedjoin_np
// A thread that has not ended may not end in time, whatever the limit.
int __raddle_tryjoin(unsigned long, void **);
int pthread_join(unsigned long, void **);
void pthread_testcancel(void);

int pthread_timedjoin_np(unsigned long thread, void **result, const volatile long *deadline)
{
    if (!deadline)
        return pthread_join(thread, result);
    deadline[0];
    long nanoseconds = deadline[1];
    int error = __raddle_tryjoin(thread, result);
    if (error == 16) {
        pthread_testcancel();
        error = nanoseconds < 0 || nanoseconds > 999999999 ? 22 : 110;
    }
    return error;
}

//@ pthread_clockjoin_np
int pthread_timedjoin_np(unsigned long, void **, const volatile long *);

int pthread_clockjoin_np(unsigned long thread, void **result, int clock, const volatile long *deadline)
{
    return clock == 0 || clock == 1 ? pthread_timedjoin_np(thread, result, deadline) : 22;
}

//@ pthread_kill
int __raddle_thread_exists(unsigned long);
void __raddle_send(int);
unsigned long pthread_self(void);
void __raddle_unsupported(const char *);

int pthread_kill(unsigned long thread, int signal)
{
    if (signal < 0 || signal > 64 || signal == 32 || signal == 33)
        return 22;
    int error = __raddle_thread_exists(thread);
    if (!error && signal) {
        if (thread != pthread_self())
            __raddle_unsupported("sending a signal to another thread with `pthread_kill`");
        __raddle_send(signal);
    }
    return error;
}

//@ pthread_setcancelstate
int __raddle_cancel_set(int, int);

int pthread_setcancelstate(int state, int *old)
{
    if (state != 0 && state != 1)
        return 22;
    int before = __raddle_cancel_set(0, state);
    if (old)
        *old = before;
    return 0;
}

//@ pthread_setcanceltype
int __raddle_cancel_set(int, int);

int pthread_setcanceltype(int type, int *old)
{
    if (type != 0 && type != 1)
        return 22;
    int before = __raddle_cancel_set(1, type);
    if (old)
        *old = before;
    return 0;
}

//@ pthread_cancel
int __raddle_thread_cancel(unsigned long);

int pthread_cancel(unsigned long thread)
{
    return __raddle_thread_cancel(thread);
}

//@ __pthread_register_cancel __pthread_unregister_cancel _pthread_cleanup_push _pthread_cleanup_pop __raddle_run_cleanup
// What the macro for cleanup handlers registers: a chain of the buffers that the macro declares, the innermost first. The normaliser has the macro store
// routine and argument in the buffer. The end of a thread by `pthread_exit` or by cancellation runs them; a start routine that returns does not.
struct handler {
    void (*routine)(void *);
    void *argument;
    struct handler *outer;
};
void __raddle_unsupported(const char *);
static __thread struct handler *handlers;
static __thread _Bool ending;

void __pthread_register_cancel(struct handler *buffer)
{
    buffer->outer = handlers;
    handlers = buffer;
}

void __pthread_unregister_cancel(struct handler *buffer)
{
    handlers = buffer->outer;
}

void __raddle_run_cleanup(void)
{
    if (ending)
        __raddle_unsupported("`pthread_exit` in a thread that is ending already");
    ending = 1;
    while (handlers) {
        struct handler *handler = handlers;
        handlers = handler->outer;
        handler->routine(handler->argument);
    }
}

void _pthread_cleanup_push(struct handler *buffer, void (*routine)(void *), void *argument)
{
    buffer->routine = routine;
    buffer->argument = argument;
    __pthread_register_cancel(buffer);
}

void _pthread_cleanup_pop(struct handler *buffer, int execute)
{
    __pthread_unregister_cancel(buffer);
    if (execute)
        buffer->routine(buffer->argument);
}

//@ pthread_setconcurrency pthread_getconcurrency
static _Atomic int concurrency;

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return 22;
    concurrency = level;
    return 0;
}

int pthread_getconcurrency(void)
{
    return concurrency;
}

//@ pthread_setname_np pthread_getname_np
// The name of a thread is known if the thread has given it to itself.
unsigned long pthread_self(void);
_Bool __raddle_nondet_bool(void);
void __raddle_unsupported(const char *);
static __thread char name[16];
static __thread _Bool named;
static _Atomic _Bool named_by_others;

int pthread_setname_np(unsigned long thread, const char *text)
{
    char copy[16];
    int length = 0;
    while ((copy[length] = text[length]) != 0)
        if (++length == 16)
            return 34;
    if (thread != pthread_self()) {
        // The name goes through a file that may not be there.
        named_by_others = 1;
        return __raddle_nondet_bool() ? 2 : 0;
    }
    for (int i = 0; i < 16; i++)
        name[i] = i < length ? copy[i] : 0;
    named = 1;
    return 0;
}

int pthread_getname_np(unsigned long thread, char *text, unsigned long size)
{
    if (size < 16)
        return 34;
    if (thread != pthread_self() || !named || named_by_others)
        __raddle_unsupported("the name of a thread that has not named itself");
    // The system copies all of it, with the zeros behind the name.
    for (int i = 0; i < 16; i++)
        text[i] = name[i];
    return 0;
}

//@ pthread_setaffinity_np
// Whether one of the processors exists is up to the machine.
_Bool __raddle_nondet_bool(void);

int pthread_setaffinity_np(unsigned long thread, unsigned long size, const char *set)
{
    _Bool some = 0;
    for (unsigned long i = 0; i < size; i++)
        if (set[i])
            some = 1;
    return some && __raddle_nondet_bool() ? 0 : 22;
}

//@ pthread_setschedparam pthread_getschedparam
// Threads have the policy and priority that the process was started with until somebody changes them. The environment
// says up to which priority the real-time policies may be asked for. What the system refuses is told in errno, too.
int *__errno_location(void);
unsigned long pthread_self(void);
unsigned long __raddle_nondet_below(unsigned long);
void __raddle_unsupported(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic int asked, limit, first_policy, first_priority, changed;
static __thread int own, own_policy, own_priority;

static void ask(void)
{
    __VERIFIER_atomic_begin();
    if (!asked) {
        int kind = (int)__raddle_nondet_below(5);
        first_policy = kind < 4 ? kind : 5;
        if (kind == 1 || kind == 2)
            first_priority = 1 + (int)__raddle_nondet_below(99);
        limit = (int)__raddle_nondet_below(100);
        asked = 1;
    }
    __VERIFIER_atomic_end();
}

int pthread_setschedparam(unsigned long thread, int policy, const int *parameters)
{
    int priority = *parameters;
    if (policy & 0x40000000)
        __raddle_unsupported("`pthread_setschedparam` with `SCHED_RESET_ON_FORK`");
    if (policy < 0 || policy > 5 || policy == 4)
        return *__errno_location() = EINVAL;
    if (policy == 1 || policy == 2 ? priority < 1 || priority > 99 : priority != 0)
        return *__errno_location() = EINVAL;
    ask();
    if (priority > limit)
        return *__errno_location() = EPERM;
    if (!priority && policy != first_policy && first_policy == 5)
        __raddle_unsupported("leaving the policy `SCHED_IDLE`");
    changed = 1;
    if (thread == pthread_self()) {
        own = 1;
        own_policy = policy;
        own_priority = priority;
    } else {
        changed = 2;
    }
    return 0;
}

int pthread_getschedparam(unsigned long thread, int *policy, int *parameters)
{
    ask();
    _Bool mine = own && thread == pthread_self() && changed < 2;
    if (changed && !mine)
        __raddle_unsupported("the scheduling of a thread that another one has changed, or may have inherited");
    *policy = mine ? own_policy : first_policy;
    *parameters = mine ? own_priority : first_priority;
    return 0;
}
