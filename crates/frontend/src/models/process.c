// unistd.h, sched.h and their like: who the process is and what the system is like. What is the same at every call is
// chosen at the first one and kept.

//@ __raddle_process_number
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __raddle_nondet_number(void);
static _Atomic int process;

int __raddle_process_number(void)
{
    __VERIFIER_atomic_begin();
    if (!process)
        process = __raddle_nondet_number();
    int number = process;
    __VERIFIER_atomic_end();
    return number;
}

//@ getpid
int __raddle_process_number(void);

int getpid(void)
{
    return __raddle_process_number();
}

//@ __raddle_thread_number
int __raddle_nondet_number(void);

// That threads have different numbers is looked at when a counterexample is replayed.
int __raddle_thread_number(void)
{
    return __raddle_nondet_number();
}

//@ gettid
unsigned long pthread_self(void);
int pthread_equal(unsigned long, unsigned long);
int __raddle_process_number(void);
int __raddle_thread_number(void);
static unsigned long first_thread;
static __thread int number;

__attribute__((constructor)) static void remember_first_thread(void)
{
    first_thread = pthread_self();
}

int gettid(void)
{
    if (!first_thread || pthread_equal(pthread_self(), first_thread))
        return __raddle_process_number();
    if (!number)
        number = __raddle_thread_number();
    return number;
}

//@ getuid geteuid getgid getegid
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned int __raddle_nondet_int(void);
static _Atomic unsigned identities[4];
static _Atomic int known[4];

// Calls that change them (setuid and its like) are not modelled.
static unsigned identity(int which)
{
    __VERIFIER_atomic_begin();
    if (!known[which]) {
        identities[which] = __raddle_nondet_int();
        known[which] = 1;
    }
    unsigned result = identities[which];
    __VERIFIER_atomic_end();
    return result;
}

unsigned getuid(void)
{
    return identity(0);
}

unsigned geteuid(void)
{
    return identity(1);
}

unsigned getgid(void)
{
    return identity(2);
}

unsigned getegid(void)
{
    return identity(3);
}

//@ sched_get_priority_max
int *__errno_location(void);

int sched_get_priority_max(int policy)
{
    if (policy == 1 || policy == 2)
        return 99;
    if (policy == 0 || policy == 3 || policy == 5 || policy == 6)
        return 0;
    *__errno_location() = 22;
    return -1;
}

//@ sched_get_priority_min
int *__errno_location(void);

int sched_get_priority_min(int policy)
{
    if (policy == 1 || policy == 2)
        return 1;
    if (policy == 0 || policy == 3 || policy == 5 || policy == 6)
        return 0;
    *__errno_location() = 22;
    return -1;
}

//@ get_nprocs get_nprocs_conf
void __raddle_errno_of_system_file(void);
// Processors may be switched on and off, but there are never more of them on than there are. A program that asks for both is told more than that.
unsigned long __raddle_nondet_below(unsigned long);
void __raddle_inexact(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic int processors;
static _Atomic _Bool told;

int get_nprocs(void)
{
    told = 1;
    __raddle_errno_of_system_file();
    if (processors)
        __raddle_inexact("how many of the processors are on");
    return 1 + (int)__raddle_nondet_below(8192);
}

int get_nprocs_conf(void)
{
    __raddle_errno_of_system_file();
    __VERIFIER_atomic_begin();
    if (!processors)
        processors = 1 + (int)__raddle_nondet_below(8192);
    int result = processors;
    __VERIFIER_atomic_end();
    if (told)
        __raddle_inexact("how many of the processors are on");
    return result;
}

//@ sysconf
long __raddle_nondet_long(void);
_Bool __raddle_nondet_bool(void);
void __raddle_inexact(const char *);
int get_nprocs_conf(void);
int get_nprocs(void);
int *__errno_location(void);

// The names are numbers of glibc's header.
long sysconf(int name)
{
    switch (name) {
    case 2: // _SC_CLK_TCK
        return 100;
    case 3: // _SC_NGROUPS_MAX
        return 65536;
    case 7:  // _SC_JOB_CONTROL
    case 8:  // _SC_SAVED_IDS
        return 1;
    case 11: // _SC_TIMERS
    case 21: // _SC_SEMAPHORES
    case 29: // _SC_VERSION
    case 67: // _SC_THREADS
    case 149: // _SC_MONOTONIC_CLOCK
        return 200809;
    case 30: // _SC_PAGESIZE
        return 4096;
    case 33: // _SC_SEM_VALUE_MAX
        return 2147483647;
    case 60: // _SC_IOV_MAX
        return 1024;
    case 73: // _SC_THREAD_DESTRUCTOR_ITERATIONS
        return 4;
    case 74: // _SC_THREAD_KEYS_MAX
        return 1024;
    case 83: // _SC_NPROCESSORS_CONF
        return get_nprocs_conf();
    case 84: // _SC_NPROCESSORS_ONLN
        return get_nprocs();
    default:
        break;
    }
    if (name < 0 || name > 250) {
        *__errno_location() = 22;
        return -1;
    }
    // Most others are the same in every environment.
    __raddle_inexact("what `sysconf` tells for this name");
    long value = __raddle_nondet_long();
    if (value == -1 && __raddle_nondet_bool())
        *__errno_location() = 22;
    return value;
}

//@ prctl
void __raddle_unsupported(const char *);
char __raddle_nondet_char(void);

// The name of the calling thread, of 16 bytes with its end, is kept in the kernel; nobody but this function looks at it.
int prctl(int option, ...)
{
    __builtin_va_list list;
    int i;

    if (option == 15) {
        const char *name;
        __builtin_va_start(list, option);
        name = __builtin_va_arg(list, const char *);
        __builtin_va_end(list);
        for (i = 0; i < 15 && name[i]; i++)
            ;
    } else if (option == 16) {
        char *name;
        __builtin_va_start(list, option);
        name = __builtin_va_arg(list, char *);
        __builtin_va_end(list);
        for (i = 0; i < 15; i++)
            name[i] = __raddle_nondet_char();
        name[15] = 0;
    } else {
        __raddle_unsupported("this option of `prctl`");
    }
    return 0;
}

//@ _setjmp setjmp __sigsetjmp
void __VERIFIER_nondet_memory(void *, unsigned long);

// Registers, and whether signals were saved. It returns once: a second time would need `longjmp`, which is not modelled.
static int remember(void *environment)
{
    __VERIFIER_nondet_memory(environment, (sizeof(void *) == 8 ? 64 : 24) + sizeof(int));
    return 0;
}

int _setjmp(void *environment)
{
    return remember(environment);
}

int setjmp(void *environment)
{
    return remember(environment);
}

int __sigsetjmp(void *environment, int save)
{
    return remember(environment);
}
