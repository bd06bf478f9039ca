// Descriptors: what is kept of them, and what goes through those whose other end the program has, too. Closing a descriptor
// that the program did not open may be right (the environment opened it) or not.

//@ __raddle_new_descriptor __raddle_new_pipe_descriptor __raddle_forget_descriptor __raddle_descriptor __raddle_pipe_of __raddle_share_descriptor __raddle_descriptor_flag __raddle_description_flags __raddle_open_flags __raddle_drop_writer __raddle_watch __raddle_description
// A new descriptor is the smallest number that is free (POSIX). Those that were open when the program started are
// taken to be all numbers below some `first`, which nobody knows. From there on the kinds of descriptors are kept:
//     0 closed, 1 read, 2 write, 3 read and write a file, 4 read a pipe, 5 write a pipe, 6 socket, 7 not known,
//     8 event counter, 9 a set of descriptors that are waited for (epoll)
// Several descriptors can be of one description, which has flags and at most two pipes, by numbers from 1: one to read from
// and one to write to.
int __raddle_int_between(int, int);
void __raddle_unsupported(const char *);
void __raddle_pipe_close(int, int, int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic int first_is_known;
static _Atomic int first;
static _Atomic int closed_others;
static _Atomic unsigned char kinds[24];
static _Atomic unsigned char flag_of[24];
static _Atomic unsigned char watched[24];
static _Atomic unsigned char description_of[24];
static _Atomic unsigned char uses[24];
static _Atomic int flags_of[24];
static _Atomic unsigned char inputs[24];
static _Atomic unsigned char outputs[24];

// Where a descriptor is kept: from 0; -1 if it is not known, -2 if it is closed.
static int slot(int fd)
{
    int k;
    if (fd < 0)
        return -2;
    for (k = 0; first_is_known && k < 24; k++)
        if (fd == first + k)
            return kinds[k] ? k : -2;
    return first_is_known && fd >= first ? -2 : -1;
}

static int smallest_free(int from)
{
    int k = 0;
    if (closed_others)
        __raddle_unsupported("opening a file after closing a descriptor that the program did not open");
    if (!first_is_known) {
        first = __raddle_int_between(0, 0x7fffff00);
        first_is_known = 1;
    }
    while (k < 24 && (kinds[k] || first + k < from))
        k++;
    if (k == 24)
        __raddle_unsupported("a file beside 24 others that are open");
    return k;
}

int __raddle_new_pipe_descriptor(int kind, int flags, int input, int output)
{
    int k;
    int d = 0;
    int fd;
    __VERIFIER_atomic_begin();
    k = smallest_free(0);
    while (uses[d])
        d++;
    kinds[k] = (unsigned char)kind;
    flag_of[k] = 0;
    description_of[k] = (unsigned char)d;
    uses[d] = 1;
    flags_of[d] = flags;
    inputs[d] = (unsigned char)input;
    outputs[d] = (unsigned char)output;
    fd = first + k;
    __VERIFIER_atomic_end();
    return fd;
}

int __raddle_new_descriptor(int kind)
{
    return __raddle_new_pipe_descriptor(kind, kind == 1 ? 0100000 : kind == 2 ? 0100001 : kind == 3 ? 0100002 : 2, 0, 0);
}

// The kind of a descriptor.
int __raddle_descriptor(int fd)
{
    int k;
    int kind;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    kind = k >= 0 ? kinds[k] : k == -1 ? 7 : 0;
    __VERIFIER_atomic_end();
    return kind;
}

// The pipe to read from, or to write to, if the program has both ends.
int __raddle_pipe_of(int fd, int output)
{
    int k;
    int pipe = 0;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    if (k >= 0)
        pipe = output ? outputs[description_of[k]] : inputs[description_of[k]];
    __VERIFIER_atomic_end();
    return pipe;
}

static void forget(int k)
{
    int d = description_of[k];
    uses[d]--;
    if (watched[k] && uses[d])
        __raddle_unsupported("closing one of several descriptors of a file that is waited for");
    watched[k] = 0;
    if (!uses[d]) {
        int input = inputs[d];
        int output = outputs[d];
        flags_of[d] = 0;
        inputs[d] = 0;
        outputs[d] = 0;
        if (input || output)
            __raddle_pipe_close(input, output, kinds[k] == 6);
    }
    kinds[k] = 0;
    flag_of[k] = 0;
    description_of[k] = 0;
}

// Closes it; its kind was given.
int __raddle_forget_descriptor(int fd)
{
    int k;
    int kind;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    kind = k >= 0 ? kinds[k] : k == -1 ? 7 : 0;
    if (k >= 0)
        forget(k);
    if (kind == 7)
        closed_others = 1;
    __VERIFIER_atomic_end();
    return kind;
}

// Another descriptor of the same description: the smallest that is free from some number on, or this one, which is closed before.
int __raddle_share_descriptor(int fd, int from, int as)
{
    int k;
    int other;
    int result;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    if (k < 0)
        __raddle_unsupported("another descriptor for one that the program did not open");
    if (as >= 0) {
        other = 0;
        while (other < 24 && first + other != as)
            other++;
        if (other == 24)
            __raddle_unsupported("`dup2` onto a descriptor that the program did not open");
        if (kinds[other])
            forget(other);
    } else {
        other = smallest_free(from);
    }
    kinds[other] = kinds[k];
    flag_of[other] = 0;
    description_of[other] = description_of[k];
    uses[description_of[k]]++;
    result = first + other;
    __VERIFIER_atomic_end();
    return result;
}

// FD_CLOEXEC, of one descriptor; it becomes a value that is not negative.
int __raddle_descriptor_flag(int fd, int value)
{
    int k;
    int old;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    old = k < 0 ? -1 : flag_of[k];
    if (k >= 0 && value >= 0)
        flag_of[k] = (unsigned char)(value & 1);
    __VERIFIER_atomic_end();
    return old;
}

// The flags of a description; they become a value that is not negative. -1: not known.
int __raddle_description_flags(int fd, int value)
{
    int k;
    int old;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    old = k < 0 ? -1 : flags_of[description_of[k]];
    if (k >= 0 && value >= 0)
        flags_of[description_of[k]] = value;
    __VERIFIER_atomic_end();
    return old;
}

// What Linux keeps of the flags of `open`.
void __raddle_open_flags(int fd, int flags)
{
    __raddle_description_flags(fd, (flags & ~(0100 | 0200 | 0400 | 01000 | 02000000)) | 0100000);
    __raddle_descriptor_flag(fd, flags >> 19 & 1);
}

// Whether a descriptor was put into a set to be waited for since it was opened; if `set`, it is now.
int __raddle_watch(int fd, int set)
{
    int k;
    int result;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    result = k >= 0 ? watched[k] : k == -1;
    if (k >= 0 && set)
        watched[k] = 1;
    __VERIFIER_atomic_end();
    return result;
}

// The number of the description of a descriptor; -1 if it is not known.
int __raddle_description(int fd)
{
    int k;
    int d;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    d = k >= 0 ? description_of[k] : -1;
    __VERIFIER_atomic_end();
    return d;
}

// Nothing can be written any more: `shutdown`.
void __raddle_drop_writer(int fd)
{
    int k;
    __VERIFIER_atomic_begin();
    k = slot(fd);
    if (k >= 0 && outputs[description_of[k]]) {
        __raddle_pipe_close(0, outputs[description_of[k]], 0);
        outputs[description_of[k]] = 0;
    }
    __VERIFIER_atomic_end();
}

//@ close
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_forget_descriptor(int);
int *__errno_location(void);

int close(int fd)
{
    int kind = __raddle_forget_descriptor(fd);
    if (kind == 0) {
        *__errno_location() = EBADF;
        return -1;
    }
    // Only files on a network or with a quota fail when they are closed.
    if (kind >= 4 && kind != 7 || __raddle_nondet_bool())
        return 0;
    *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, EIO, ENOSPC, EDQUOT) : __raddle_one_of(EIO, ENOSPC, EDQUOT);
    return -1;
}

//@ dup
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_new_descriptor(int);
int __raddle_share_descriptor(int, int, int);
int *__errno_location(void);

int dup(int fd)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || __raddle_nondet_bool()) {
        *__errno_location() = kind == 0 ? EBADF : kind == 7 ? __raddle_one_of(EBADF, EMFILE, ENOMEM)
            : __raddle_one_of(EMFILE, ENOMEM);
        return -1;
    }
    return kind == 7 ? __raddle_new_descriptor(7) : __raddle_share_descriptor(fd, 0, -1);
}

//@ dup2
_Bool __raddle_nondet_bool(void);
int __raddle_descriptor(int);
int __raddle_share_descriptor(int, int, int);
int *__errno_location(void);

int dup2(int fd, int as)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || as < 0 || kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    return fd == as ? as : __raddle_share_descriptor(fd, 0, as);
}

//@ dup3
_Bool __raddle_nondet_bool(void);
int __raddle_descriptor(int);
int __raddle_share_descriptor(int, int, int);
int __raddle_descriptor_flag(int, int);
int *__errno_location(void);

int dup3(int fd, int as, int flags)
{
    int kind;
    if (flags & ~02000000 || fd == as) {
        *__errno_location() = EINVAL;
        return -1;
    }
    kind = __raddle_descriptor(fd);
    if (kind == 0 || as < 0 || kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    __raddle_share_descriptor(fd, 0, as);
    __raddle_descriptor_flag(as, flags != 0);
    return as;
}

//@ fcntl fcntl64
// The commands with an int or no argument. Locks would be relations between processes.
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_new_descriptor(int);
int __raddle_share_descriptor(int, int, int);
int __raddle_descriptor_flag(int, int);
int __raddle_description_flags(int, int);
void __raddle_inexact(const char *);
void __raddle_unsupported(const char *);
int *__errno_location(void);

static int command_with(int fd, int command, int argument)
{
    int kind = __raddle_descriptor(fd);
    int flags;
    if (kind == 0 || kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (kind == 7) {
        __raddle_inexact("what `fcntl` keeps of a descriptor that the program did not open");
        if (command == 1)
            return __raddle_int_between(0, 1);
        if (command == 2 || command == 4)
            return 0;
        if (command == 3)
            return __raddle_int_between(0, 0x7fffff);
        __raddle_unsupported("this command of `fcntl` on a descriptor that the program did not open");
    }
    if (command == 1)
        return __raddle_descriptor_flag(fd, -1);
    if (command == 2) {
        __raddle_descriptor_flag(fd, argument & 1);
        return 0;
    }
    if (command == 3)
        return __raddle_description_flags(fd, -1) & 0x3fffffff;
    if (command == 4) {
        // O_APPEND and O_NONBLOCK change; O_DIRECT and O_NOATIME may be refused.
        if (argument & (040000 | 020000 | 01000000))
            __raddle_unsupported("`fcntl` with flags that not every file can have");
        flags = __raddle_description_flags(fd, -1);
        __raddle_description_flags(fd, flags & ~06000 | argument & 06000);
        return 0;
    }
    if (command == 0 || command == 1030) {
        int result;
        if (argument < 0 || __raddle_nondet_bool()) {
            *__errno_location() = argument < 0 ? EINVAL : EMFILE;
            return -1;
        }
        result = __raddle_share_descriptor(fd, argument, -1);
        if (command == 1030)
            __raddle_descriptor_flag(result, 1);
        return result;
    }
    __raddle_unsupported("this command of `fcntl`");
    return 0;
}

int fcntl(int fd, int command, ...)
{
    int argument = 0;
    if (command == 0 || command == 2 || command == 4 || command == 1030) {
        __builtin_va_list list;
        __builtin_va_start(list, command);
        argument = __builtin_va_arg(list, int);
        __builtin_va_end(list);
    }
    return command_with(fd, command, argument);
}

int fcntl64(int fd, int command, ...)
{
    int argument = 0;
    if (command == 0 || command == 2 || command == 4 || command == 1030) {
        __builtin_va_list list;
        __builtin_va_start(list, command);
        argument = __builtin_va_arg(list, int);
        __builtin_va_end(list);
    }
    return command_with(fd, command, argument);
}
