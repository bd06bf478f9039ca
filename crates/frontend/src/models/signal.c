// signal.h: sets, masks and what is to happen when a signal comes. No signal ever comes (docs/soundness.md, A7), so that
// a handler is stored and told, but never run.

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

//@ pthread_sigmask
// The mask that the program was started with is not known, and a thread starts with that of its creator: it is known
// where the thread itself has set it, or while no thread has.
long long __raddle_nondet_llong(void);
void __raddle_unsupported(const char *);
static __thread int mask_is_known;
static __thread unsigned long long mask;
static _Atomic int somebody_set_it;

int pthread_sigmask(int how, const void *set, void *old)
{
    // SIGKILL and SIGSTOP cannot be blocked, and glibc's own signals are not told.
    const unsigned long long never = 1ull << 8 | 1ull << 18 | 3ull << 31;
    unsigned long long now;
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
    }
    if (old)
        *(unsigned long long *)old = now;
    return 0;
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

//@ __raddle_disposition
// Stores what is to happen (0 default, 1 ignore, else a handler) and tells what was before. Who started the program may
// have it ignore signals.
int __raddle_int_between(int, int);
void __raddle_assuming(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic char is_known[65];
static void (*_Atomic dispositions[65])(int);

void (*__raddle_disposition(int number, int set, void (*handler)(int)))(int)
{
    void (*old)(int);
    if (set && handler != (void (*)(int))0 && handler != (void (*)(int))1)
        __raddle_assuming("signal handlers are never run");
    __VERIFIER_atomic_begin();
    if (!is_known[number]) {
        is_known[number] = 1;
        dispositions[number] = __raddle_int_between(0, 1) ? (void (*)(int))1 : (void (*)(int))0;
    }
    old = dispositions[number];
    if (set)
        dispositions[number] = handler;
    __VERIFIER_atomic_end();
    return old;
}

//@ signal
void (*__raddle_disposition(int, int, void (*)(int)))(int);
int *__errno_location(void);

void (*signal(int number, void (*handler)(int)))(int)
{
    // The last is SIG_ERR.
    if (number < 1 || number > 64 || number == 9 || number == 19 || number == 32 || number == 33 || handler == (void (*)(int))-1) {
        *__errno_location() = EINVAL;
        return (void (*)(int))-1;
    }
    return __raddle_disposition(number, 1, handler);
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
void (*__raddle_disposition(int, int, void (*)(int)))(int);
void __raddle_inexact(const char *);
long __raddle_nondet_long(void);
int *__errno_location(void);

int sigaction(int number, const volatile struct action *new, struct action *old)
{
    void (*before)(int);
    void (*handler)(int) = 0;
    unsigned long i;
    if (number < 1 || number > 64 || number == 32 || number == 33) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (new) {
        handler = new->handler;
        for (i = 0; i < 128 / sizeof(long); i++)
            new->mask[i];
        new->flags;
    }
    if (new && (number == 9 || number == 19)) {
        *__errno_location() = EINVAL;
        return -1;
    }
    before = __raddle_disposition(number, new != 0, handler);
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
