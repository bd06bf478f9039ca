// signal.h: sets, masks and what is to happen when a signal comes. No signal comes from outside (docs/soundness.md, A7), so
// that a handler runs only where a thread sends a signal to itself, before that call returns.

//@ sigemptyset
int sigemptyset(void *set)
{
    *(unsigned long long *)set = 0;
    return 0;
}

//@ sigfillset
// glibc keeps its own two signals, 32 and 33, out of full sets.
int sigfillset(void *set)
{
    *(unsigned long long *)set = ~(3ull << 31);
    return 0;
}

//@ sigaddset
int *__errno_location(void);

int sigaddset(void *set, int number)
{
    if (number < 1 || number > 64 || number == 32 || number == 33) {
        *__errno_location() = EINVAL;
        return -1;
    }
    *(unsigned long long *)set |= 1ull << (number - 1);
    return 0;
}

//@ sigdelset
int *__errno_location(void);

int sigdelset(void *set, int number)
{
    if (number < 1 || number > 64 || number == 32 || number == 33) {
        *__errno_location() = EINVAL;
        return -1;
    }
    *(unsigned long long *)set &= ~(1ull << (number - 1));
    return 0;
}

//@ sigismember
int *__errno_location(void);

int sigismember(const void *set, int number)
{
    if (number < 1 || number > 64) {
        *__errno_location() = EINVAL;
        return -1;
    }
    return (int)(*(const unsigned long long *)set >> (number - 1) & 1);
}

//@ sigisemptyset
int sigisemptyset(const void *set)
{
    return *(const unsigned long long *)set == 0;
}

//@ pthread_sigmask __raddle_refuse_blocked __raddle_handle
// The mask that the program was started with is not known, and a thread starts with that of its creator: it is known
// where the thread itself has set it, or while no thread has.
long long __raddle_nondet_llong(void);
void __raddle_unsupported(const char *);
static __thread int mask_is_known;
static __thread unsigned long long mask;
static _Atomic int somebody_set_it;
// The signals of which the thread itself has said whether they are blocked; whether it runs a handler.
static __thread unsigned long long decided;
static __thread int handling;

int pthread_sigmask(int how, const void *set, void *old)
{
    // SIGKILL and SIGSTOP cannot be blocked, and glibc's own signals are not told.
    const unsigned long long never = 1ull << 8 | 1ull << 18 | 3ull << 31;
    unsigned long long now;
    if (handling)
        __raddle_unsupported("the signal mask inside of a signal handler");
    if (set && (how < 0 || how > 2))
        return EINVAL;
    if (!mask_is_known) {
        if (somebody_set_it)
            __raddle_unsupported("the signal mask that a thread gets from its creator");
        mask = (unsigned long long)__raddle_nondet_llong() & ~never;
        mask_is_known = 1;
        somebody_set_it = 1;
    }
    now = mask;
    if (set) {
        unsigned long long given = *(const unsigned long long *)set & ~never;
        mask = how == 0 ? now | given : how == 1 ? now & ~given : given;
        decided = how == 2 ? ~0ull : decided | given;
    }
    if (old)
        *(unsigned long long *)old = now;
    return 0;
}

// A signal that the thread sends itself must not have to wait.
void __raddle_refuse_blocked(int number)
{
    if (handling)
        __raddle_unsupported("a signal that is raised inside of a signal handler");
    if (!mask_is_known && somebody_set_it)
        __raddle_unsupported("the signal mask that a thread gets from its creator");
    if ((decided & mask) >> (number - 1) & 1)
        __raddle_unsupported("a signal that a thread sends itself while it is blocked");
}

// Runs a handler in the thread.
void __raddle_handle(int number, void (*handler)(int))
{
    handling++;
    handler(number);
    handling--;
}

//@ sigprocmask
int pthread_sigmask(int, const void *, void *);
int *__errno_location(void);

int sigprocmask(int how, const void *set, void *old)
{
    int error = pthread_sigmask(how, set, old);
    if (error) {
        *__errno_location() = error;
        return -1;
    }
    return 0;
}

//@ __raddle_disposition __raddle_send __raddle_before_death
// Stores what is to happen (0 default, 1 ignore, else a handler) and tells what was before. Who started the program may
// have it ignore signals.
int __raddle_int_between(int, int);
void __raddle_assuming(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic char is_known[65];
static void (*_Atomic dispositions[65])(int);
// Whether the handler was set with flags of `sigaction` that change how it runs.
static _Atomic char has_flags[65];
void __raddle_unsupported(const char *);
void __raddle_inexact(const char *);
void __raddle_refuse_blocked(int);
void __raddle_handle(int, void (*)(int));
void __raddle_die(void);

void (*__raddle_disposition(int number, int set, void (*handler)(int), int flags))(int)
{
    void (*old)(int);
    if (set && handler != (void (*)(int))0 && handler != (void (*)(int))1)
        __raddle_assuming("no signal comes from outside (A7)");
    // SIGPIPE and SIGXFSZ come from output of the program's own, whichever function it is made with.
    if (set && (number == 13 || number == 25) && handler != (void (*)(int))1) {
        if (handler)
            __raddle_unsupported("running a handler for `SIGPIPE` or `SIGXFSZ` when output fails");
        __raddle_inexact("that output without a reader ends the program, after `SIGPIPE` or `SIGXFSZ` was given its default action");
    }
    __VERIFIER_atomic_begin();
    if (!is_known[number]) {
        is_known[number] = 1;
        dispositions[number] = __raddle_int_between(0, 1) ? (void (*)(int))1 : (void (*)(int))0;
    }
    old = dispositions[number];
    if (set) {
        dispositions[number] = handler;
        has_flags[number] = flags != 0;
    }
    __VERIFIER_atomic_end();
    return old;
}

// A thread sends itself a signal.
void __raddle_send(int number)
{
    void (*handler)(int);
    _Bool flags;
    // Nothing can be done about SIGKILL.
    if (number == 9)
        __raddle_die();
    if (number == 19)
        __raddle_unsupported("stopping the process with `SIGSTOP`");
    __raddle_assuming("no signal is blocked when the program starts");
    __raddle_refuse_blocked(number);
    __VERIFIER_atomic_begin();
    handler = __raddle_disposition(number, 0, 0, 0);
    flags = has_flags[number];
    __VERIFIER_atomic_end();
    if (handler == (void (*)(int))0) {
        if (number >= 20 && number <= 22)
            __raddle_unsupported("a signal that stops the process");
        // SIGCHLD, SIGCONT, SIGURG and SIGWINCH are ignored by default.
        if (number != 17 && number != 18 && number != 23 && number != 28)
            __raddle_die();
    } else if (handler != (void (*)(int))1) {
        if (flags)
            __raddle_unsupported("a signal handler that was set with flags of `sigaction`");
        __raddle_handle(number, handler);
    }
}

// `abort`, or an instruction that is none: the handler runs even if the signal is blocked, and if it returns from `abort` the program ends.
void __raddle_before_death(int number)
{
    void (*handler)(int);
    _Bool flags;
    __VERIFIER_atomic_begin();
    handler = is_known[number] ? dispositions[number] : 0;
    flags = has_flags[number];
    __VERIFIER_atomic_end();
    if (handler == (void (*)(int))0 || handler == (void (*)(int))1)
        return;
    if (flags)
        __raddle_unsupported("a signal handler that was set with flags of `sigaction`");
    if (number != 6)
        __raddle_unsupported("a signal handler for a trap, behind which the instruction is executed again");
    __raddle_handle(number, handler);
}

//@ raise
void __raddle_send(int);
int *__errno_location(void);

int raise(int number)
{
    if (number < 0 || number > 64 || number == 32 || number == 33) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (number)
        __raddle_send(number);
    return 0;
}

//@ signal
void (*__raddle_disposition(int, int, void (*)(int), int))(int);
int *__errno_location(void);

void (*signal(int number, void (*handler)(int)))(int)
{
    // The last is SIG_ERR.
    if (number < 1 || number > 64 || number == 9 || number == 19 || number == 32 || number == 33 || handler == (void (*)(int))-1) {
        *__errno_location() = EINVAL;
        return (void (*)(int))-1;
    }
    return __raddle_disposition(number, 1, handler, 0);
}

//@ sigaction
// The handler that was set is told again. The mask and the flags are copied from and to the objects (handler, mask of 128 bytes, flags, restorer), but
// not kept: what is told of them is any value.
struct action {
    void (*handler)(int);
    unsigned long mask[128 / sizeof(long)];
    int flags;
    unsigned long restorer;
};
void (*__raddle_disposition(int, int, void (*)(int), int))(int);
void __raddle_inexact(const char *);
long __raddle_nondet_long(void);
int *__errno_location(void);

int sigaction(int number, const volatile struct action *new, struct action *old)
{
    void (*before)(int);
    void (*handler)(int) = 0;
    int flags = 0;
    unsigned long i;
    if (number < 1 || number > 64 || number == 32 || number == 33) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (new) {
        handler = new->handler;
        for (i = 0; i < 128 / sizeof(long); i++)
            new->mask[i];
        // SA_SIGINFO, SA_NODEFER and SA_RESETHAND change how a handler runs.
        flags = new->flags & (int)0xc0000004u;
    }
    if (new && (number == 9 || number == 19)) {
        *__errno_location() = EINVAL;
        return -1;
    }
    before = __raddle_disposition(number, new != 0, handler, flags);
    if (old) {
        // That all of it is written is sure, so this is before the values that are not.
        old->handler = before;
        for (i = 0; i < 128 / sizeof(long); i++)
            old->mask[i] = old->mask[i];
        old->flags = old->flags;
        __raddle_inexact("the mask and the flags that `sigaction` tells");
        for (i = 0; i < 128 / sizeof(long); i++)
            old->mask[i] = (unsigned long)__raddle_nondet_long();
        old->flags = (int)__raddle_nondet_long();
        old->restorer = (unsigned long)__raddle_nondet_long();
    }
    return 0;
}
