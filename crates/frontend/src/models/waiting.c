// Waiting for descriptors. What is ready is known of pipes, pairs of sockets and event counters; anything else may be ready or not.

//@ __raddle_ready
// What `poll` finds whatever was asked for: -1 not known, -2 closed, -3 perhaps closed.
int __raddle_descriptor(int);
int __raddle_pipe_of(int, int);
int __raddle_pipe_ready(int, int, int);
int __raddle_own_network(int);
void __raddle_inexact(const char *);

int __raddle_ready(int fd)
{
    int kind = __raddle_descriptor(fd);
    int input = __raddle_pipe_of(fd, 0);
    int output = __raddle_pipe_of(fd, 1);
    if (kind == 0)
        return -2;
    if (input || output)
        return __raddle_pipe_ready(kind, input, output);
    if (kind == 6 && __raddle_own_network(0) || kind == 9)
        __raddle_inexact("whether a socket is ready");
    return kind == 7 ? -3 : -1;
}

//@ poll
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_yield(void);
int __raddle_ready(int);
int __raddle_wait_for_change(int);
void __raddle_unsupported(const char *);
int *__errno_location(void);

int poll(void *entries, unsigned long count, int timeout)
{
    struct { int fd; short events; short revents; } *entry = entries;
    int fds[16];
    short asked[16];
    short found[16];
    int i;
    int ready;
    int unknown;
    if (count > 16)
        __raddle_unsupported("`poll` of more than 16 descriptors");
    for (i = 0; i < (int)count; i++) {
        fds[i] = entry[i].fd;
        asked[i] = entry[i].events;
    }
    for (;;) {
        ready = 0;
        unknown = 0;
        __VERIFIER_atomic_begin();
        for (i = 0; i < (int)count; i++) {
            int now = fds[i] < 0 ? 0 : __raddle_ready(fds[i]);
            // POLLERR, POLLHUP and POLLNVAL are told in any case.
            short possible = (short)(asked[i] | (now == -3 ? 0x38 : 0x18));
            found[i] = (short)(now == -2 ? 0x20 : now & possible);
            if (now == -1 || now == -3) {
                unknown = 1;
                found[i] = 0;
                if (__raddle_nondet_bool()) {
                    found[i] = (short)(__raddle_int_between(1, 0x7fff) & possible);
                    __VERIFIER_assume(found[i] != 0);
                }
            }
            ready += found[i] != 0;
        }
        if (ready || timeout == 0)
            break;
        if (unknown) {
            // Something outside may happen at any time.
            __VERIFIER_atomic_end();
            if (timeout > 0 && __raddle_nondet_bool()) {
                __VERIFIER_atomic_begin();
                break;
            }
            __raddle_yield();
        } else if (__raddle_wait_for_change(timeout > 0)) {
            __VERIFIER_atomic_begin();
            break;
        }
    }
    __VERIFIER_atomic_end();
    for (i = 0; i < (int)count; i++)
        entry[i].revents = found[i];
    return ready;
}

//@ select
_Bool __raddle_nondet_bool(void);
long __raddle_long_between(long, long);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_yield(void);
int __raddle_ready(int);
int __raddle_wait_for_change(int);
void __raddle_unsupported(const char *);
int *__errno_location(void);

static int has(const unsigned char *set, int fd)
{
    return set && set[fd / 8] >> fd % 8 & 1;
}

// Linux tells how much time is left, and the library writes that also if it is none or the call fails.
static void tell_time(long *left, int some)
{
    unsigned long given;
    long seconds;
    long parts;
    if (!some) {
        left[0] = 0;
        left[1] = 0;
        return;
    }
    // Microseconds that make seconds count as such; there is never more left than was given.
    given = (unsigned long)left[0] + (unsigned long)left[1] / 1000000;
    seconds = __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
    parts = __raddle_long_between(0, 999999);
    __VERIFIER_assume((unsigned long)seconds <= given);
    __VERIFIER_assume((unsigned long)seconds < given || parts <= left[1] % 1000000);
    left[0] = seconds;
    left[1] = parts;
}

int select(int count, void *readable, void *writable, void *exceptional, void *timeout)
{
    unsigned char *sets[3];
    // The descriptors that are in some set, in which they are, and in which they stay.
    int fds[16];
    int asked[16];
    int found[16];
    long *left = timeout;
    int entries = 0;
    int ready;
    const int word = 8 * (int)sizeof(long);
    int unknown;
    int i;
    int k;
    int limited = 0;
    if (count < 0 || left && (left[0] < 0 || left[1] < 0)) {
        *__errno_location() = EINVAL;
        return -1;
    }
    sets[0] = readable;
    sets[1] = writable;
    sets[2] = exceptional;
    for (i = 0; i < count; i++) {
        int in = has(readable, i) | has(writable, i) << 1 | has(exceptional, i) << 2;
        if (!in)
            continue;
        if (entries == 16)
            __raddle_unsupported("`select` of more than 16 descriptors");
        fds[entries] = i;
        asked[entries] = in;
        entries++;
    }
    if (left)
        limited = left[0] || left[1];
    for (;;) {
        int closed = 0;
        ready = 0;
        unknown = 0;
        __VERIFIER_atomic_begin();
        for (i = 0; i < entries; i++) {
            int now = __raddle_ready(fds[i]);
            if (now == -2 || now == -3 && __raddle_nondet_bool())
                closed = 1;
            found[i] = asked[i] & ((now & 0x19 ? 1 : 0) | (now & 0xc ? 2 : 0));
            if (now == -1 || now == -3) {
                unknown = 1;
                found[i] = 0;
                for (k = 0; k < 3; k++)
                    if (asked[i] >> k & 1 && __raddle_nondet_bool())
                        found[i] |= 1 << k;
            }
            for (k = 0; k < 3; k++)
                ready += found[i] >> k & 1;
        }
        if (closed) {
            __VERIFIER_atomic_end();
            if (left)
                tell_time(left, limited);
            *__errno_location() = EBADF;
            return -1;
        }
        if (ready || left && !limited)
            break;
        if (unknown) {
            __VERIFIER_atomic_end();
            if (limited && __raddle_nondet_bool()) {
                __VERIFIER_atomic_begin();
                break;
            }
            __raddle_yield();
        } else if (__raddle_wait_for_change(limited)) {
            __VERIFIER_atomic_begin();
            break;
        }
    }
    __VERIFIER_atomic_end();
    // Whole words are written, and what was not asked for is cleared in them.
    for (k = 0; k < 3; k++) {
        if (!sets[k])
            continue;
        for (i = 0; i < (count + word - 1) / word * (int)sizeof(long); i++)
            sets[k][i] = 0;
        for (i = 0; i < entries; i++)
            if (found[i] >> k & 1)
                sets[k][fds[i] / 8] |= (unsigned char)(1 << fds[i] % 8);
    }
    if (left)
        tell_time(left, limited && ready);
    return ready;
}

//@ epoll_create1 epoll_create
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
int __raddle_descriptor_flag(int, int);
int *__errno_location(void);

int epoll_create1(int flags)
{
    int fd;
    if (flags & ~02000000) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EMFILE, ENFILE, ENOMEM);
        return -1;
    }
    fd = __raddle_new_descriptor(9);
    __raddle_descriptor_flag(fd, flags != 0);
    return fd;
}

int epoll_create(int size)
{
    if (size <= 0) {
        *__errno_location() = EINVAL;
        return -1;
    }
    return epoll_create1(0);
}

//@ epoll_ctl epoll_wait
// Which descriptors are waited for, by the set they are in, with the events and the word that the program gave.
struct __attribute__((packed)) event { unsigned int events; unsigned long long word; };
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_yield(void);
int __raddle_descriptor(int);
int __raddle_ready(int);
int __raddle_watch(int, int);
int __raddle_wait_for_change(int);
void __raddle_inexact(const char *);
void __raddle_unsupported(const char *);
int *__errno_location(void);
static _Atomic unsigned char used[16];
static _Atomic int sets[16];
static _Atomic int members[16];
static _Atomic unsigned int wanted[16];
static _Atomic unsigned long long words[16];

int epoll_ctl(int set, int operation, int fd, struct event *event)
{
    int kind = __raddle_descriptor(set);
    int member = __raddle_descriptor(fd);
    unsigned int events = 0;
    unsigned long long word = 0;
    int error = 0;
    int at = 16;
    int i;
    if (operation != 2 && event) {
        events = event->events;
        word = event->word;
    }
    if (kind == 0 || member == 0 || (kind == 7 || member == 7) && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (kind == 7)
        __raddle_unsupported("`epoll_ctl` of a set that the program did not make");
    if (kind != 9 || set == fd || operation < 1 || operation > 3) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (member == 9)
        __raddle_unsupported("a set of descriptors in another one");
    // Regular files and directories cannot be waited for.
    if ((member <= 3 || member == 7) && __raddle_nondet_bool()) {
        *__errno_location() = EPERM;
        return -1;
    }
    __VERIFIER_atomic_begin();
    for (i = 0; i < 16; i++)
        if (used[i] && sets[i] == set && members[i] == fd) {
            // The number may have been given to another file since.
            if (__raddle_watch(fd, 0))
                at = i;
            else
                used[i] = 0;
        }
    if (operation == 1 && at < 16)
        error = EEXIST;
    else if (operation != 1 && at == 16)
        error = ENOENT;
    else if (operation == 2)
        used[at] = 0;
    else {
        if (at == 16)
            for (at = 0; at < 16 && used[at]; at++) {
            }
        if (at == 16)
            __raddle_unsupported("more than 16 descriptors that are waited for");
        used[at] = 1;
        __raddle_watch(fd, 1);
        sets[at] = set;
        members[at] = fd;
        wanted[at] = events;
        words[at] = word;
    }
    __VERIFIER_atomic_end();
    if (error) {
        *__errno_location() = error;
        return -1;
    }
    return 0;
}

int epoll_wait(int set, struct event *events, int most, int timeout)
{
    int kind = __raddle_descriptor(set);
    unsigned int found[16];
    struct event told[16];
    int ready;
    int unknown;
    int i;
    int n;
    if (kind == 0 || most <= 0 || kind != 9 && kind != 7) {
        *__errno_location() = kind == 0 ? EBADF : EINVAL;
        return -1;
    }
    if (kind == 7)
        __raddle_unsupported("`epoll_wait` of a set that the program did not make");
    for (;;) {
        ready = 0;
        unknown = 0;
        __VERIFIER_atomic_begin();
        for (i = 0; i < 16; i++) {
            int now;
            unsigned int possible;
            found[i] = 0;
            if (!used[i] || sets[i] != set)
                continue;
            now = __raddle_ready(members[i]);
            // Who closes the last descriptor of a description takes it out of all sets.
            if (now == -2 || !__raddle_watch(members[i], 0)) {
                used[i] = 0;
                continue;
            }
            // EPOLLERR and EPOLLHUP are told in any case, but not of what was told once and for all.
            possible = wanted[i] & 0x40000000 && !(wanted[i] & 0xffff) ? 0 : wanted[i] & 0xffff | 0x18;
            found[i] = (unsigned int)now & possible;
            if (now < 0) {
                unknown = 1;
                found[i] = 0;
                if (possible && __raddle_nondet_bool()) {
                    found[i] = (unsigned int)__raddle_int_between(1, 0x3fff) & possible;
                    __VERIFIER_assume(found[i] != 0);
                }
            }
            // EPOLLET: only what is new.
            if (found[i] && wanted[i] >> 31) {
                __raddle_inexact("events that are told only once");
                if (__raddle_nondet_bool())
                    found[i] = 0;
            }
            ready += found[i] != 0;
        }
        if (ready || timeout == 0)
            break;
        if (unknown) {
            __VERIFIER_atomic_end();
            if (timeout > 0 && __raddle_nondet_bool())
                return 0;
            __raddle_yield();
        } else if (__raddle_wait_for_change(timeout > 0)) {
            return 0;
        }
    }
    // In any order, as far as there is room.
    for (n = 0; n < most && n < ready; n++) {
        int left = ready - n;
        for (i = 0; i < 16; i++)
            if (found[i]) {
                left--;
                if (left == 0 || __raddle_nondet_bool())
                    break;
            }
        told[n].events = found[i];
        told[n].word = words[i];
        found[i] = 0;
        // EPOLLONESHOT
        if (wanted[i] & 0x40000000)
            wanted[i] &= 0xffff0000;
    }
    __VERIFIER_atomic_end();
    for (i = 0; i < n; i++) {
        events[i].events = told[i].events;
        events[i].word = told[i].word;
    }
    return n;
}
