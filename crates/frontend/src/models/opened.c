// What a path says by itself, and what is known of files that the program opened. What a name stands for is up to the
// environment, but it is one thing as long as the file is open.

//@ __raddle_path
// What a path says of what it names: 1 it is empty, 2 it is too long, 4 it is the root, 8 it is only `.` or `..`, 16 its last
// name is `.`, 32 its last name is `..`, 64 it ends in a slash, so that it is a directory or nothing. Looking from the end
// asks little of a text that is not known.
int __raddle_path(const char *path)
{
    unsigned long end = 0;
    unsigned long length;
    unsigned long start;
    int result;
    while (path[end])
        end++;
    if (end == 0 || end > 4095)
        return end ? 2 : 1;
    length = end;
    while (end && path[end - 1] == '/')
        end--;
    if (end == 0)
        return 4;
    result = end < length ? 64 : 0;
    if (path[end - 1] != '.')
        return result;
    if (end == 1 || path[end - 2] == '/') {
        result |= 16;
        start = end - 1;
    } else if (path[end - 2] == '.' && (end == 2 || path[end - 3] == '/')) {
        result |= 32;
        start = end - 2;
    } else {
        return result;
    }
    if (start == 0)
        return result | 8;
    while (start && path[start - 1] == '/')
        start--;
    return start ? result : result | 4;
}

//@ __raddle_opened __raddle_nature __raddle_position __raddle_identity
// Of each description: what it is of (see `files.rs`), which nobody has looked at at first; where the next byte is read or written,
// -1 if that is not known; and two numbers that tell files apart.
int __raddle_description(int);
int __raddle_description_flags(int, int);
int __raddle_descriptor(int);
unsigned long __raddle_nondet_long(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic int natures[24];
static _Atomic long positions[24];
static _Atomic unsigned long numbers[24];
static _Atomic unsigned long devices[24];

void __raddle_opened(int fd, int nature)
{
    int d;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    if (d >= 0) {
        natures[d] = nature;
        positions[d] = 0;
        numbers[d] = __raddle_nondet_long();
        devices[d] = __raddle_nondet_long();
    }
    __VERIFIER_atomic_end();
}

int __raddle_nature(int fd)
{
    int d;
    int kind;
    int nature;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    kind = __raddle_descriptor(fd);
    nature = d < 0 || kind == 0 || kind > 3 ? 0 : natures[d];
    __VERIFIER_atomic_end();
    return nature;
}

// The position; if `how` is 1 it becomes a value, if 2 it moves by it, if 3 so many bytes were written.
long __raddle_position(int fd, int how, long value)
{
    int d;
    long old = -1;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    if (d >= 0) {
        old = positions[d];
        if (how == 1)
            positions[d] = value;
        if (how >= 2 && value)
            positions[d] = old < 0 || how == 3 && __raddle_description_flags(fd, -1) & 02000 ? -1 : old + value;
    }
    __VERIFIER_atomic_end();
    return old;
}

void __raddle_identity(int fd, unsigned long *words)
{
    int d;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    if (d >= 0 && __raddle_nature(fd)) {
        words[0] = devices[d];
        words[1] = numbers[d];
    }
    __VERIFIER_atomic_end();
}

//@ __raddle_open
// Opens a file, or fails with -1. The numbers of errors depend on what is asked for.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
int __raddle_path(const char *);
void __raddle_opened(int, int);
void __raddle_open_flags(int, int);
void __raddle_unsupported(const char *);
int *__errno_location(void);

// Whether a path begins with another one.
static int is_below(const char *path, const char *directory)
{
    while (*directory)
        if (*path++ != *directory++)
            return 0;
    return 1;
}

static int fails(int error)
{
    *__errno_location() = error;
    return -1;
}

int __raddle_open(const char *path, int flags)
{
    int kind = __raddle_path(path);
    int only_path = flags & 010000000;
    int is_new_file = (flags & 020200000) == 020200000;
    int creates = !only_path && flags & 0100;
    int exclusive = creates && flags & 0200;
    int changes = !only_path && (flags & 3 || creates || flags & 01000);
    int fd;
    if (!only_path && (flags & 3) == 3)
        __raddle_unsupported("opening a file neither for reading nor for writing");
    if (creates && flags & 0200000)
        __raddle_unsupported("opening a directory that has to be made");
    if (is_new_file && !(flags & 3))
        return fails(EINVAL);
    if (kind & 3)
        return fails(kind & 1 ? ENOENT : ENAMETOOLONG);
    if (is_new_file) {
        if (__raddle_nondet_bool())
            return fails(__raddle_one_of(EACCES, EDQUOT, EINVAL, EIO, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENOENT, ENOMEM, ENOSPC, ENOTDIR,
                                         EOPNOTSUPP, EPERM, EROFS));
        fd = __raddle_new_descriptor((flags & 3) == 1 ? 2 : 3);
        __raddle_opened(fd, 1);
        __raddle_open_flags(fd, flags);
        return fd;
    }
    // A directory can only be read.
    if (changes && kind & 4)
        return fails(exclusive ? __raddle_one_of(EEXIST, EMFILE, ENFILE, ENOMEM) : __raddle_one_of(EISDIR, EMFILE, ENFILE, ENOMEM));
    if (changes && kind & 8)
        return fails(exclusive ? __raddle_one_of(EACCES, EEXIST, EMFILE, ENFILE, ENOMEM) : __raddle_one_of(EACCES, EISDIR, EMFILE, ENFILE, ENOMEM));
    if (changes && (kind & 112 || flags & 0200000))
        return fails(exclusive && kind & 48 ? __raddle_one_of(EACCES, EEXIST, EIO, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENOENT, ENOMEM, ENOTDIR)
                                            : __raddle_one_of(EACCES, EIO, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENOENT, ENOMEM, ENOTDIR));
    if (kind & 12 && __raddle_nondet_bool())
        return fails(__raddle_one_of(EACCES, EMFILE, ENFILE, ENOMEM, EPERM));
    if (!(kind & 12) && __raddle_nondet_bool()) {
        int error = exclusive ? __raddle_one_of(EACCES, EDQUOT, EEXIST, EFBIG, EINVAL, EIO, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENODEV,
                                                ENOENT, ENOMEM, ENOSPC, ENOTDIR, EOPNOTSUPP, EOVERFLOW, EPERM, EROFS)
            : creates ? __raddle_one_of(EACCES, EBUSY, EDQUOT, EFBIG, EINVAL, EIO, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENODEV, ENOENT,
                                        ENOMEM, ENOSPC, ENOTDIR, ENXIO, EOPNOTSUPP, EOVERFLOW, EPERM, EROFS, ETXTBSY)
            : changes ? __raddle_one_of(EACCES, EBUSY, EFBIG, EINVAL, EIO, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENODEV, ENOENT, ENOMEM,
                                        ENOTDIR, ENXIO, EOPNOTSUPP, EOVERFLOW, EPERM, EROFS, ETXTBSY)
                      : __raddle_one_of(EACCES, EBUSY, EINVAL, EIO, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENODEV, ENOENT, ENOMEM, ENOTDIR, ENXIO,
                                        EOPNOTSUPP, EOVERFLOW, EPERM);
        return fails(error);
    }
    fd = __raddle_new_descriptor(only_path || !(flags & 3) ? 1 : (flags & 3) == 1 ? 2 : 3);
    if (only_path)
        __raddle_opened(fd, 6);
    else if (kind & 124 || flags & 0200000)
        __raddle_opened(fd, 2);
    else if (exclusive)
        __raddle_opened(fd, 1);
    else if (is_below(path, "/dev/") || is_below(path, "/proc/") || is_below(path, "/sys/"))
        __raddle_opened(fd, changes ? __raddle_one_of(1, 3, 4, 5, 7) : __raddle_one_of(1, 2, 3, 4, 5, 7));
    else
        __raddle_opened(fd, changes ? __raddle_one_of(1, 3, 4, 7) : __raddle_one_of(1, 2, 3, 4, 7));
    __raddle_open_flags(fd, flags);
    return fd;
}

//@ access
// Only what changes a file is refused because nothing can be changed.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_path(const char *);
int *__errno_location(void);

int access(const char *path, int mode)
{
    int kind = __raddle_path(path);
    if (mode & ~7 || kind & 3) {
        *__errno_location() = mode & ~7 ? EINVAL : kind & 1 ? ENOENT : ENAMETOOLONG;
        return -1;
    }
    if (kind & 4 && mode == 0)
        return 0;
    if (__raddle_nondet_bool()) {
        if (kind & 4)
            *__errno_location() = mode & 2 ? __raddle_one_of(EACCES, EIO, ENOMEM, EPERM, EROFS) : __raddle_one_of(EACCES, EIO, ENOMEM);
        else
            *__errno_location() = mode & 2 ? __raddle_one_of(EACCES, EIO, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EPERM, EROFS, ETXTBSY)
                                           : __raddle_one_of(EACCES, EIO, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR);
        return -1;
    }
    return 0;
}

//@ isatty
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_nature(int);
int *__errno_location(void);

int isatty(int fd)
{
    int kind = __raddle_descriptor(fd);
    int nature = __raddle_nature(fd);
    if (kind == 0 || nature == 6) {
        *__errno_location() = EBADF;
        return 0;
    }
    if (nature == 7 || kind == 7 && __raddle_nondet_bool())
        return 1;
    *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, EINVAL, ENOTTY) : ENOTTY;
    return 0;
}

//@ flock
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_nature(int);
int *__errno_location(void);

int flock(int fd, int operation)
{
    int kind = __raddle_descriptor(fd);
    int asked = operation & ~4;
    if (asked != 1 && asked != 2 && asked != 8) {
        // Which of two errors is found first depends on the kernel.
        *__errno_location() = kind && kind != 7 ? EINVAL : __raddle_one_of(EBADF, EINVAL);
        return -1;
    }
    if (kind == 0 || __raddle_nature(fd) == 6) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, EINVAL, ENOLCK, EWOULDBLOCK)
            : operation & 4 && asked != 8 ? __raddle_one_of(EINVAL, ENOLCK, EWOULDBLOCK) : __raddle_one_of(EINVAL, ENOLCK);
        return -1;
    }
    return 0;
}
