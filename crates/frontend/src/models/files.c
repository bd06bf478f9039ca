// Files, directories, descriptors, mapped memory. What files contain and whether they exist is not known. Closing a
// descriptor that the program did not open may be right (the environment opened it) or not.

//@ __raddle_new_descriptor __raddle_forget_descriptor __raddle_descriptor
// A new descriptor is the smallest number that is free (POSIX). Those that were open when the program started are
// taken to be all numbers below some `first`, which nobody knows. From there on the kinds of descriptors are kept:
//     0 closed, 1 read, 2 write, 3 read and write a file, 4 read a pipe, 5 write a pipe, 6 socket, 7 not known
int __raddle_int_between(int, int);
void __raddle_unsupported(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic int first_is_known;
static _Atomic int first;
static _Atomic unsigned char kinds[24];
static _Atomic int closed_others;

int __raddle_new_descriptor(int kind)
{
    int fd;
    int k = 0;
    __VERIFIER_atomic_begin();
    if (closed_others)
        __raddle_unsupported("opening a file after closing a descriptor that the program did not open");
    if (!first_is_known) {
        first = __raddle_int_between(0, 0x7fffff00);
        first_is_known = 1;
    }
    while (k < 24 && kinds[k])
        k++;
    if (k == 24)
        __raddle_unsupported("a file beside 24 others that are open");
    kinds[k] = (unsigned char)kind;
    fd = first + k;
    __VERIFIER_atomic_end();
    return fd;
}

// The kind of a descriptor.
int __raddle_descriptor(int fd)
{
    int kind = 7;
    int k;
    if (fd < 0)
        return 0;
    __VERIFIER_atomic_begin();
    for (k = 0; first_is_known && k < 24; k++)
        if (fd == first + k) {
            kind = kinds[k];
            break;
        }
    if (first_is_known && k == 24 && fd >= first)
        kind = 0;
    __VERIFIER_atomic_end();
    return kind;
}

// Closes it; its kind was given.
int __raddle_forget_descriptor(int fd)
{
    int kind = 7;
    int k;
    if (fd < 0)
        return 0;
    __VERIFIER_atomic_begin();
    for (k = 0; first_is_known && k < 24; k++)
        if (fd == first + k) {
            kind = kinds[k];
            kinds[k] = 0;
            break;
        }
    if (first_is_known && k == 24 && fd >= first)
        kind = 0;
    if (kind == 7)
        closed_others = 1;
    __VERIFIER_atomic_end();
    return kind;
}

//@ open
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
void __raddle_read_text(const char *);
int *__errno_location(void);

int open(const char *path, int flags, ...)
{
    __raddle_read_text(path);
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EBUSY, EDQUOT, EEXIST, EFBIG, EINVAL, EIO, EISDIR, ELOOP, EMFILE,
                                              ENAMETOOLONG, ENFILE, ENODEV, ENOENT, ENOMEM, ENOSPC, ENOTDIR, ENXIO,
                                              EOPNOTSUPP, EOVERFLOW, EPERM, EROFS, ETXTBSY);
        return -1;
    }
    return __raddle_new_descriptor((flags & 3) == 0 ? 1 : (flags & 3) == 1 ? 2 : 3);
}

//@ open64
int open(const char *, int, ...);

int open64(const char *path, int flags, ...)
{
    return open(path, flags);
}

//@ creat
int open(const char *, int, ...);

int creat(const char *path, unsigned int mode)
{
    return open(path, 577);
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
    if (kind >= 4 && kind <= 6 || __raddle_nondet_bool())
        return 0;
    *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, EIO, ENOSPC, EDQUOT) : __raddle_one_of(EIO, ENOSPC, EDQUOT);
    return -1;
}

//@ dup
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_new_descriptor(int);
int *__errno_location(void);

int dup(int fd)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || __raddle_nondet_bool()) {
        *__errno_location() = kind == 0 ? EBADF : kind == 7 ? __raddle_one_of(EBADF, EMFILE, ENOMEM)
            : __raddle_one_of(EMFILE, ENOMEM);
        return -1;
    }
    return __raddle_new_descriptor(kind);
}

//@ dup2
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_unsupported(const char *);
int *__errno_location(void);

int dup2(int fd, int as)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || as < 0) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (fd != as)
        __raddle_unsupported("`dup2` onto another descriptor");
    if (kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    return as;
}

//@ pipe
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
int *__errno_location(void);

int pipe(int *ends)
{
    int first;
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EMFILE, ENFILE);
        return -1;
    }
    first = __raddle_new_descriptor(4);
    ends[0] = first;
    ends[1] = __raddle_new_descriptor(5);
    return 0;
}

//@ pipe2
int pipe(int *);
int *__errno_location(void);

int pipe2(int *ends, int flags)
{
    if (flags & ~02004000) {
        *__errno_location() = EINVAL;
        return -1;
    }
    return pipe(ends);
}

//@ read
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_inexact(const char *);
int *__errno_location(void);

long read(int fd, void *data, unsigned long size)
{
    int kind = __raddle_descriptor(fd);
    char *p = data;
    unsigned long i;
    if (kind == 0 || kind == 2 || kind == 5) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (kind == 4 || kind == 6)
        __raddle_inexact("what comes out of a pipe or a socket");
    if (__raddle_nondet_bool()) {
        *__errno_location() =
            kind == 7 ? __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EINVAL, EIO, EISDIR, ENOTCONN, ENXIO, EOVERFLOW, ETIMEDOUT)
                      : __raddle_one_of(EAGAIN, EINVAL, EIO, EISDIR, ENXIO, EOVERFLOW);
        return -1;
    }
    for (i = 0; i < size && __raddle_nondet_bool(); i++)
        p[i] = __raddle_nondet_char();
    return (long)i;
}

//@ pread
long read(int, void *, unsigned long);
int __raddle_descriptor(int);
int *__errno_location(void);

long pread(int fd, void *data, unsigned long size, long offset)
{
    int kind = __raddle_descriptor(fd);
    if (offset < 0 || kind >= 4 && kind <= 6) {
        *__errno_location() = offset < 0 ? EINVAL : ESPIPE;
        return -1;
    }
    return read(fd, data, size);
}

//@ write
int __raddle_quiet_putchar(int);
_Bool __raddle_nondet_bool(void);
long __raddle_long_up_to(long);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_inexact(const char *);
void __raddle_read(const void *, unsigned long);
int *__errno_location(void);

long write(int fd, const void *data, unsigned long size)
{
    int kind = __raddle_descriptor(fd);
    const char *p = data;
    unsigned long i;
    if (kind == 0 || kind == 1 || kind == 4) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (kind == 5 || kind == 6)
        __raddle_inexact("how much goes into a pipe or a socket");
    if (__raddle_nondet_bool()) {
        *__errno_location() =
            kind == 7 ? __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EDESTADDRREQ, EDQUOT, EFBIG, EINVAL, EIO, ENOSPC,
                                        ENOTCONN, EPERM, EPIPE)
                      : __raddle_one_of(EAGAIN, EDQUOT, EFBIG, EINVAL, EIO, ENOSPC, EPERM, EPIPE);
        return -1;
    }
    if (fd == 1)
        for (i = 0; i < size; i++)
            __raddle_quiet_putchar(p[i]);
    else
        __raddle_read(data, size);
    if (size == 0)
        return 0;
    return 1 + __raddle_long_up_to((long)(size - 1));
}

//@ pwrite
long write(int, const void *, unsigned long);
int __raddle_descriptor(int);
int *__errno_location(void);

long pwrite(int fd, const void *data, unsigned long size, long offset)
{
    int kind = __raddle_descriptor(fd);
    if (offset < 0 || kind >= 4 && kind <= 6) {
        *__errno_location() = offset < 0 ? EINVAL : ESPIPE;
        return -1;
    }
    return write(fd == 1 ? 2 : fd, data, size);
}

//@ lseek
_Bool __raddle_nondet_bool(void);
long __raddle_long_between(long, long);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_inexact(const char *);
int *__errno_location(void);

long lseek(int fd, long offset, int whence)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || kind >= 4 && kind <= 6) {
        *__errno_location() = kind ? ESPIPE : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool() || whence < 0 || whence > 4 || whence == 0 && offset < 0) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, EINVAL, ENXIO, EOVERFLOW, ESPIPE)
                                        : __raddle_one_of(EINVAL, ENXIO, EOVERFLOW, ESPIPE);
        return -1;
    }
    if (whence == 0)
        return offset;
    __raddle_inexact("the position in a file");
    return __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
}

//@ getcwd
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void *malloc(unsigned long);
void __raddle_unsupported(const char *);
int *__errno_location(void);

char *getcwd(char *path, unsigned long size)
{
    unsigned long i = 1;
    if (!path)
        __raddle_unsupported("`getcwd` that allocates its result");
    if (size < 2 || __raddle_nondet_bool()) {
        *__errno_location() = size == 0 ? EINVAL : size == 1 ? ERANGE
            : __raddle_one_of(EACCES, ENAMETOOLONG, ENOENT, ENOMEM, ERANGE);
        return 0;
    }
    path[0] = '/';
    while (i < size - 1) {
        char c = __raddle_nondet_char();
        if (!c)
            break;
        path[i++] = c;
    }
    path[i] = 0;
    return path;
}

//@ readlink
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __VERIFIER_assume(int);
void __raddle_read_text(const char *);
int *__errno_location(void);

long readlink(const char *path, char *target, unsigned long size)
{
    unsigned long i = 0;
    __raddle_read_text(path);
    if (size == 0 || __raddle_nondet_bool()) {
        *__errno_location() = size == 0 ? EINVAL
            : __raddle_one_of(EACCES, EINVAL, EIO, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR);
        return -1;
    }
    do {
        char c = __raddle_nondet_char();
        if (!c)
            break;
        target[i++] = c;
    } while (i < size && __raddle_nondet_bool());
    __VERIFIER_assume(i > 0);
    return (long)i;
}

//@ gethostname
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int *__errno_location(void);

int gethostname(char *name, unsigned long size)
{
    unsigned long i = 0;
    while (i < size && i < 64) {
        char c = __raddle_nondet_char();
        name[i++] = c;
        if (!c)
            return 0;
    }
    if (i < size) {
        name[i] = 0;
        return 0;
    }
    *__errno_location() = ENAMETOOLONG;
    return -1;
}

//@ __raddle_file_status
// struct stat of 64-bit Linux.
unsigned long __raddle_nondet_long(void);
unsigned int __raddle_nondet_int(void);
long __raddle_long_between(long, long);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
void __raddle_unsupported(const char *);

void __raddle_file_status(void *status)
{
    unsigned long *words = status;
    unsigned int *halves = status;
    int i;
    if (sizeof(long) != 8)
        __raddle_unsupported("`struct stat` in the data model ilp32");
    words[0] = __raddle_nondet_long();
    words[1] = __raddle_nondet_long();
    words[2] = (unsigned long)__raddle_long_between(0, 0xffffffff);
    halves[6] = (unsigned int)(__raddle_one_of(0010000, 0020000, 0040000, 0060000, 0100000, 0120000, 0140000)
                               + __raddle_int_between(0, 07777));
    halves[7] = __raddle_nondet_int();
    halves[8] = __raddle_nondet_int();
    halves[9] = 0;
    words[5] = __raddle_nondet_long();
    words[6] = (unsigned long)__raddle_long_between(0, 0x7fffffffffffffff);
    words[7] = (unsigned long)__raddle_long_between(1, 0x7fffffff);
    words[8] = (unsigned long)__raddle_long_between(0, 0x7fffffffffffffff);
    for (i = 0; i < 3; i++) {
        words[9 + 2 * i] = __raddle_nondet_long();
        words[10 + 2 * i] = (unsigned long)__raddle_long_between(0, 999999999);
    }
    words[15] = 0;
    words[16] = 0;
    words[17] = 0;
}

//@ stat
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_read_text(const char *);
void __raddle_file_status(void *);
int *__errno_location(void);

int stat(const char *path, void *status)
{
    __raddle_read_text(path);
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EOVERFLOW);
        return -1;
    }
    __raddle_file_status(status);
    return 0;
}

//@ lstat
int stat(const char *, void *);

int lstat(const char *path, void *status)
{
    return stat(path, status);
}

//@ fstat
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_inexact(const char *);
void __raddle_file_status(void *);
int *__errno_location(void);

int fstat(int fd, void *status)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(ENOMEM, EOVERFLOW);
        return -1;
    }
    if (kind >= 4 && kind <= 6)
        __raddle_inexact("the status of a pipe or a socket");
    __raddle_file_status(status);
    return 0;
}

//@ fcntl
// The commands with an int or no argument. Locks would be relations between processes.
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_new_descriptor(int);
void __raddle_inexact(const char *);
void __raddle_unsupported(const char *);
int *__errno_location(void);

int fcntl(int fd, int command, ...)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    __raddle_inexact("what `fcntl` keeps of a descriptor");
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EAGAIN, EBUSY, EINVAL, EMFILE, EPERM);
        return -1;
    }
    if (command == 1)
        return __raddle_int_between(0, 1);
    if (command == 2 || command == 4)
        return 0;
    if (command == 3)
        return __raddle_int_between(0, 0x7fffff);
    if (command == 0 || command == 1030) {
        int smallest;
        int result;
        __builtin_va_list list;
        __builtin_va_start(list, command);
        smallest = __builtin_va_arg(list, int);
        __builtin_va_end(list);
        result = __raddle_new_descriptor(kind);
        if (result < smallest)
            __raddle_unsupported("`fcntl` with a smallest descriptor");
        return result;
    }
    __raddle_unsupported("this command of `fcntl`");
    return 0;
}

//@ ioctl
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_inexact(const char *);
void __raddle_write_any(void *, unsigned long);
void __raddle_unsupported(const char *);
int *__errno_location(void);

int ioctl(int fd, unsigned long request, ...)
{
    void *argument;
    __builtin_va_list list;
    int kind = __raddle_descriptor(fd);
    if (kind == 0 || kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    __raddle_inexact("the answer of a device");
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EINVAL, ENOTTY);
        return -1;
    }
    __builtin_va_start(list, request);
    argument = __builtin_va_arg(list, void *);
    __builtin_va_end(list);
    if (request == 0x541b)
        *(int *)argument = __raddle_int_between(0, 0x7fffffff);
    else if (request == 0x5413)
        __raddle_write_any(argument, 8);
    else
        __raddle_unsupported("this request of `ioctl`");
    return 0;
}

//@ opendir
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_read_text(const char *);
void *malloc(unsigned long);
int *__errno_location(void);

void *opendir(const char *path)
{
    __raddle_read_text(path);
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EMFILE, ENFILE, ENOENT, ENOMEM, ENOTDIR);
        return 0;
    }
    return malloc(280);
}

//@ readdir
// One entry inside of the directory object, overwritten by the next call, as glibc does.
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
unsigned long __raddle_nondet_long(void);
int __raddle_one_of(int, ...);
void __VERIFIER_assume(int);
int *__errno_location(void);

void *readdir(void *directory)
{
    struct { unsigned long number; long offset; unsigned short size; unsigned char type; char name[256]; } *entry;
    int i = 0;
    entry = directory;
    if (__raddle_nondet_bool()) {
        // The end leaves errno alone.
        if (__raddle_nondet_bool())
            *__errno_location() = __raddle_one_of(EBADF, ENOENT);
        return 0;
    }
    entry->number = __raddle_nondet_long();
    entry->offset = (long)__raddle_nondet_long();
    entry->type = (unsigned char)__raddle_one_of(0, 1, 2, 4, 6, 8, 10, 12);
    do {
        char c = __raddle_nondet_char();
        if (!c || c == '/')
            break;
        entry->name[i++] = c;
    } while (i < 255);
    __VERIFIER_assume(i > 0);
    entry->name[i] = 0;
    entry->size = (unsigned short)(19 + i + 1 + 7 & ~7);
    return entry;
}

//@ closedir
_Bool __raddle_nondet_bool(void);
void free(void *);
int *__errno_location(void);

int closedir(void *directory)
{
    free(directory);
    return 0;
}

//@ mmap
// Private or shared anonymous memory. Files are not modelled.
void *aligned_alloc(unsigned long, unsigned long);
void __raddle_zero(void *, unsigned long);
void __raddle_unsupported(const char *);
int *__errno_location(void);

void *mmap(void *at, unsigned long size, int protection, int flags, int fd, long offset)
{
    void *block;
    if (size == 0 || !(flags & 3)) {
        *__errno_location() = EINVAL;
        return (void *)-1;
    }
    if (!(flags & 0x20) && fd < 0) {
        *__errno_location() = EBADF;
        return (void *)-1;
    }
    if (!(flags & 0x20))
        __raddle_unsupported("`mmap` of a file");
    if (flags & 0x10 || protection != 3)
        __raddle_unsupported("`mmap` at a fixed address, or without reading and writing,");
    size = size + 4095 & ~4095ul;
    block = aligned_alloc(4096, size);
    if (!block) {
        *__errno_location() = ENOMEM;
        return (void *)-1;
    }
    __raddle_zero(block, size);
    return block;
}

//@ munmap
unsigned long __raddle_block_size(void *);
void free(void *);
void __raddle_unsupported(const char *);
int *__errno_location(void);

int munmap(void *at, unsigned long size)
{
    if (size == 0 || (unsigned long)at % 4096) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if ((size + 4095 & ~4095ul) != __raddle_block_size(at))
        __raddle_unsupported("`munmap` of a part of a mapping");
    free(at);
    return 0;
}

//@ mprotect
void __raddle_unsupported(const char *);

int mprotect(void *at, unsigned long size, int protection)
{
    if ((protection & 3) != 3)
        __raddle_unsupported("`mprotect` that takes rights away");
    return 0;
}

//@ umask
// What the environment set is not known; after that, what the program set.
int __raddle_int_between(int, int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic int mask_known;
static _Atomic unsigned int mask_value;

unsigned int umask(unsigned int mask)
{
    unsigned int old;
    __VERIFIER_atomic_begin();
    old = mask_known ? mask_value : (unsigned int)__raddle_int_between(0, 0777);
    mask_known = 1;
    mask_value = mask & 0777;
    __VERIFIER_atomic_end();
    return old;
}
