// Attribute objects of POSIX threads. Every setter keeps what its getter returns and refuses what glibc refuses. Attributes of mutexes and condition
// variables are the bits of one int, as in glibc; the first int of the others is what the operation that reads the object needs: whether a thread is
// created detached, the kind of a read-write lock. That int also stands for the object: every function that changes something of the object writes
// it, every other function reads it, so that calls that POSIX forbids at the same time are races even if they are about different parts.

//@ pthread_attr_init pthread_attr_setguardsize pthread_attr_getguardsize pthread_attr_setstacksize pthread_attr_getstacksize pthread_attr_setstack pthread_attr_getstack pthread_attr_setstackaddr pthread_attr_getstackaddr
struct attributes {
    int detached, explicit, policy, priority;
    unsigned long guard;
    char *top;
    unsigned long size;
    unsigned long *processors;
};
unsigned long __raddle_nondet_below(unsigned long);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

// The size that the stacks of threads have by default is a limit of the process: a number of pages, the same each time.
static _Atomic unsigned long default_size;

int pthread_attr_init(struct attributes *attr)
{
    attr->detached = 0;
    attr->explicit = 0;
    attr->policy = 0;
    attr->priority = 0;
    attr->guard = 4096;
    attr->top = 0;
    attr->size = 0;
    attr->processors = 0;
    return 0;
}

int pthread_attr_setguardsize(struct attributes *attr, unsigned long size)
{
    attr->detached = attr->detached;
    attr->guard = size;
    return 0;
}

int pthread_attr_getguardsize(const volatile struct attributes *attr, unsigned long *size)
{
    attr->detached;
    *size = attr->guard;
    return 0;
}

int pthread_attr_setstacksize(struct attributes *attr, unsigned long size)
{
    if (size < 16384)
        return 22;
    attr->detached = attr->detached;
    attr->size = size;
    return 0;
}

int pthread_attr_getstacksize(const volatile struct attributes *attr, unsigned long *size)
{
    attr->detached;
    unsigned long mine = attr->size;
    if (!mine) {
        __VERIFIER_atomic_begin();
        if (!default_size) {
            unsigned long bytes;
            if (sizeof(long) == 8)
                bytes = 16384 + __raddle_nondet_below(0x400000000000ul);
            else
                bytes = 16384 + __raddle_nondet_below(0xfff00000ul);
            default_size = bytes & ~4095ul;
        }
        mine = default_size;
        __VERIFIER_atomic_end();
    }
    *size = mine;
    return 0;
}

int pthread_attr_setstack(struct attributes *attr, char *lowest, unsigned long size)
{
    if (size < 16384)
        return 22;
    attr->detached = attr->detached;
    attr->top = lowest + size;
    attr->size = size;
    return 0;
}

int pthread_attr_getstack(const volatile struct attributes *attr, char **lowest, unsigned long *size)
{
    attr->detached;
    *lowest = attr->top - attr->size;
    *size = attr->size;
    return 0;
}

int pthread_attr_setstackaddr(struct attributes *attr, char *top)
{
    attr->detached = attr->detached;
    attr->top = top;
    return 0;
}

int pthread_attr_getstackaddr(const volatile struct attributes *attr, char **top)
{
    attr->detached;
    *top = attr->top;
    return 0;
}

//@ pthread_attr_setdetachstate
int pthread_attr_setdetachstate(int *attr, int state)
{
    if (state != 0 && state != 1)
        return 22;
    attr[0] = attr[0] & ~1 | state;
    return 0;
}

//@ pthread_attr_getdetachstate
int pthread_attr_getdetachstate(const int *attr, int *state)
{
    *state = attr[0] & 1;
    return 0;
}

//@ pthread_attr_setinheritsched pthread_attr_setschedpolicy __raddle_attr_schedule
// The second bit of the first int says that the thread asks for a policy of its own that needs privileges.
void __raddle_attr_schedule(int *attr)
{
    attr[0] = attr[0] & 1 | (attr[1] && attr[2] ? 2 : 0);
}

int pthread_attr_setinheritsched(int *attr, int explicit)
{
    if (explicit != 0 && explicit != 1)
        return 22;
    attr[1] = explicit;
    __raddle_attr_schedule(attr);
    return 0;
}

int pthread_attr_setschedpolicy(int *attr, int policy)
{
    if (policy < 0 || policy > 2)
        return 22;
    attr[2] = policy;
    __raddle_attr_schedule(attr);
    return 0;
}

//@ pthread_attr_getinheritsched
int pthread_attr_getinheritsched(const volatile int *attr, int *explicit)
{
    attr[0];
    *explicit = attr[1];
    return 0;
}

//@ pthread_attr_getschedpolicy
int pthread_attr_getschedpolicy(const volatile int *attr, int *policy)
{
    attr[0];
    *policy = attr[2];
    return 0;
}

//@ pthread_attr_setschedparam
int pthread_attr_setschedparam(int *attr, const int *parameters)
{
    int priority = *parameters;
    if (attr[2] == 0 ? priority != 0 : priority < 1 || priority > 99)
        return 22;
    attr[0] = attr[0];
    attr[3] = priority;
    return 0;
}

//@ pthread_attr_getschedparam
int pthread_attr_getschedparam(const volatile int *attr, int *parameters)
{
    attr[0];
    *parameters = attr[3];
    return 0;
}

//@ pthread_attr_setscope
int pthread_attr_setscope(int *attr, int scope)
{
    if (scope != 0)
        return scope == 1 ? 95 : 22;
    *attr = *attr;
    return 0;
}

//@ pthread_attr_getscope
int pthread_attr_getscope(const volatile int *attr, int *scope)
{
    *attr;
    *scope = 0;
    return 0;
}

//@ pthread_attr_setaffinity_np
// The set is copied into a block of its own (which is not freed: nobody can tell); its first word is its size.
struct attributes {
    int detached, explicit, policy, priority;
    unsigned long guard;
    char *top;
    unsigned long size;
    unsigned long *processors;
};
void *malloc(unsigned long);

int pthread_attr_setaffinity_np(struct attributes *attr, unsigned long size, const char *set)
{
    attr->detached = attr->detached;
    attr->processors = 0;
    if (size == 0 || set == 0)
        return 0;
    attr->processors = malloc(sizeof(unsigned long) + size);
    if (!attr->processors)
        return 12;
    attr->processors[0] = size;
    char *copy = (char *)(attr->processors + 1);
    for (unsigned long i = 0; i < size; i++)
        copy[i] = set[i];
    return 0;
}

//@ pthread_attr_getaffinity_np
struct attributes {
    int detached, explicit, policy, priority;
    unsigned long guard;
    char *top;
    unsigned long size;
    unsigned long *processors;
};

int pthread_attr_getaffinity_np(const volatile struct attributes *attr, unsigned long size, char *set)
{
    attr->detached;
    if (!attr->processors) {
        for (unsigned long i = 0; i < size; i++)
            set[i] = -1;
        return 0;
    }
    unsigned long kept = attr->processors[0];
    const char *copy = (const char *)(attr->processors + 1);
    for (unsigned long i = size; i < kept; i++)
        if (copy[i])
            return 22;
    for (unsigned long i = 0; i < size; i++)
        set[i] = i < kept ? copy[i] : 0;
    return 0;
}

//@ pthread_mutexattr_init
int pthread_mutexattr_init(int *attr)
{
    *attr = 0;
    return 0;
}

//@ pthread_mutexattr_settype
int pthread_mutexattr_settype(unsigned *attr, int kind)
{
    if (kind < 0 || kind > 3)
        return 22;
    *attr = *attr & 0xfffff000u | (unsigned)kind;
    return 0;
}

//@ pthread_mutexattr_setkind_np
int pthread_mutexattr_settype(void *, int);

int pthread_mutexattr_setkind_np(void *attr, int kind)
{
    return pthread_mutexattr_settype(attr, kind);
}

//@ pthread_mutexattr_gettype
int pthread_mutexattr_gettype(const unsigned *attr, int *kind)
{
    *kind = (int)(*attr & 0xfffu);
    return 0;
}

//@ pthread_mutexattr_getkind_np
int pthread_mutexattr_gettype(const void *, int *);

int pthread_mutexattr_getkind_np(const void *attr, int *kind)
{
    return pthread_mutexattr_gettype(attr, kind);
}

//@ pthread_mutexattr_setrobust
int pthread_mutexattr_setrobust(unsigned *attr, int robust)
{
    if (robust != 0 && robust != 1)
        return 22;
    *attr = *attr & ~0x40000000u | (unsigned)robust << 30;
    return 0;
}

//@ pthread_mutexattr_setrobust_np
int pthread_mutexattr_setrobust(void *, int);

int pthread_mutexattr_setrobust_np(void *attr, int robust)
{
    return pthread_mutexattr_setrobust(attr, robust);
}

//@ pthread_mutexattr_getrobust
int pthread_mutexattr_getrobust(const unsigned *attr, int *robust)
{
    *robust = *attr >> 30 & 1;
    return 0;
}

//@ pthread_mutexattr_getrobust_np
int pthread_mutexattr_getrobust(const void *, int *);

int pthread_mutexattr_getrobust_np(const void *attr, int *robust)
{
    return pthread_mutexattr_getrobust(attr, robust);
}

//@ pthread_mutexattr_setprotocol
int pthread_mutexattr_setprotocol(unsigned *attr, int protocol)
{
    if (protocol < 0 || protocol > 2)
        return 22;
    *attr = *attr & ~0x30000000u | (unsigned)protocol << 28;
    return 0;
}

//@ pthread_mutexattr_getprotocol
int pthread_mutexattr_getprotocol(const unsigned *attr, int *protocol)
{
    *protocol = *attr >> 28 & 3;
    return 0;
}

//@ pthread_mutexattr_setprioceiling
int pthread_mutexattr_setprioceiling(unsigned *attr, int ceiling)
{
    if (ceiling < 1 || ceiling > 99)
        return 22;
    *attr = *attr & ~0xfff000u | (unsigned)ceiling << 12;
    return 0;
}

//@ pthread_mutexattr_getprioceiling
int pthread_mutexattr_getprioceiling(const unsigned *attr, int *ceiling)
{
    int kept = *attr >> 12 & 0xfff;
    *ceiling = kept ? kept : 1;
    return 0;
}

//@ pthread_mutexattr_setpshared
int pthread_mutexattr_setpshared(unsigned *attr, int shared)
{
    if (shared != 0 && shared != 1)
        return 22;
    *attr = *attr & 0x7fffffffu | (unsigned)shared << 31;
    return 0;
}

//@ pthread_mutexattr_getpshared
int pthread_mutexattr_getpshared(const unsigned *attr, int *shared)
{
    *shared = *attr >> 31;
    return 0;
}

//@ pthread_condattr_init
int pthread_condattr_init(int *attr)
{
    *attr = 0;
    return 0;
}

//@ pthread_condattr_setclock
int pthread_condattr_setclock(int *attr, int clock)
{
    if (clock != 0 && clock != 1)
        return 22;
    *attr = *attr & 1 | clock << 1;
    return 0;
}

//@ pthread_condattr_getclock
int pthread_condattr_getclock(const int *attr, int *clock)
{
    *clock = *attr >> 1 & 1;
    return 0;
}

//@ pthread_condattr_setpshared
int pthread_condattr_setpshared(int *attr, int shared)
{
    if (shared != 0 && shared != 1)
        return 22;
    *attr = *attr & 2 | shared;
    return 0;
}

//@ pthread_condattr_getpshared
int pthread_condattr_getpshared(const int *attr, int *shared)
{
    *shared = *attr & 1;
    return 0;
}

//@ pthread_rwlockattr_init
int pthread_rwlockattr_init(int *attr)
{
    attr[0] = 0;
    attr[1] = 0;
    return 0;
}

//@ pthread_rwlockattr_setkind_np
int pthread_rwlockattr_setkind_np(int *attr, int kind)
{
    if (kind < 0 || kind > 2)
        return 22;
    attr[0] = kind;
    return 0;
}

//@ pthread_rwlockattr_getkind_np
int pthread_rwlockattr_getkind_np(const int *attr, int *kind)
{
    *kind = attr[0];
    return 0;
}

//@ pthread_rwlockattr_setpshared
int pthread_rwlockattr_setpshared(int *attr, int shared)
{
    if (shared != 0 && shared != 1)
        return 22;
    attr[0] = attr[0];
    attr[1] = shared;
    return 0;
}

//@ pthread_rwlockattr_getpshared
int pthread_rwlockattr_getpshared(const volatile int *attr, int *shared)
{
    attr[0];
    *shared = attr[1];
    return 0;
}

//@ pthread_barrierattr_init
int pthread_barrierattr_init(int *attr)
{
    *attr = 0;
    return 0;
}

//@ pthread_barrierattr_setpshared
int pthread_barrierattr_setpshared(int *attr, int shared)
{
    if (shared != 0 && shared != 1)
        return 22;
    *attr = shared;
    return 0;
}

//@ pthread_barrierattr_getpshared
int pthread_barrierattr_getpshared(const int *attr, int *shared)
{
    *shared = *attr;
    return 0;
}

//@ pthread_attr_destroy
int pthread_attr_destroy(int *attr)
{
    *attr = *attr;
    return 0;
}

//@ pthread_mutexattr_destroy
int pthread_mutexattr_destroy(int *attr)
{
    *attr = *attr;
    return 0;
}

//@ pthread_condattr_destroy
int pthread_condattr_destroy(int *attr)
{
    *attr = *attr;
    return 0;
}

//@ pthread_rwlockattr_destroy
int pthread_rwlockattr_destroy(int *attr)
{
    *attr = *attr;
    return 0;
}

//@ pthread_barrierattr_destroy
int pthread_barrierattr_destroy(int *attr)
{
    *attr = *attr;
    return 0;
}
