// Files, directories, descriptors, mapped memory. What files contain and whether they exist is not known. Closing a
// descriptor that the program did not open may be right (the environment opened it) or not.

//@ open
int __raddle_open(const char *, int);

int open(const char *path, int flags, ...)
{
    return __raddle_open(path, flags);
}

//@ open64
int __raddle_open(const char *, int);

int open64(const char *path, int flags, ...)
{
    return __raddle_open(path, flags);
}

//@ creat
int __raddle_open(const char *, int);

int creat(const char *path, unsigned int mode)
{
    return __raddle_open(path, 01101);
}

//@ lseek
// Of files that are not regular only few know a position. That a file is none of those devices which ignore it is assumed.
_Bool __raddle_nondet_bool(void);
long __raddle_long_between(long, long);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_nature(int);
long __raddle_position(int, int, long);
void __raddle_assuming(const char *);
void __raddle_inexact(const char *);
void __raddle_unsupported(const char *);
int *__errno_location(void);

static long fails(int error)
{
    *__errno_location() = error;
    return -1;
}

long lseek(int fd, long offset, int whence)
{
    const long largest = (long)((unsigned long)-1 >> 1);
    int kind = __raddle_descriptor(fd);
    int nature = __raddle_nature(fd);
    long position = __raddle_position(fd, 0, 0);
    if (kind == 0 || nature == 6)
        return fails(EBADF);
    if (whence < 0 || whence > 4)
        return fails(kind == 7 ? __raddle_one_of(EBADF, EINVAL) : EINVAL);
    if (kind >= 4 && kind <= 6 || nature == 4 || nature == 7)
        return fails(ESPIPE);
    if (kind == 8 || kind == 9)
        __raddle_unsupported("the position in an event counter");
    if (kind == 7 || nature == 0) {
        if (__raddle_nondet_bool())
            return fails(__raddle_one_of(EBADF, EINVAL, ENXIO, EOVERFLOW, ESPIPE));
        // Devices such as /dev/null are always at 0.
        if (whence <= 2 && __raddle_nondet_bool())
            return 0;
        if (whence == 0 && offset >= 0)
            return offset;
        __raddle_inexact("the position in a file that the program did not open");
        return __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
    }
    if (nature == 5) {
        __raddle_inexact("the position in a device");
        return __raddle_nondet_bool() ? fails(__raddle_one_of(EINVAL, EOVERFLOW, ESPIPE)) : __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
    }
    __raddle_assuming("files are no devices that ignore positions, such as /dev/null");
    if (whence == 1 && offset == 0 && position >= 0)
        return position;
    if (whence > 1 || whence == 1 && position < 0 || nature == 2 && offset) {
        if (whence != 2)
            __raddle_inexact("the position in a file");
        if ((whence > 1 || offset) && __raddle_nondet_bool())
            return fails(whence > 2 ? __raddle_one_of(EINVAL, ENXIO) : __raddle_one_of(EINVAL, EOVERFLOW));
        position = __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
    } else {
        if (whence == 1 && offset > 0 && position > largest - offset)
            return fails(EOVERFLOW);
        if (whence == 1)
            offset += position;
        if (offset < 0 || offset > 0x7fffffff && __raddle_nondet_bool())
            return fails(EINVAL);
        position = offset;
    }
    __raddle_position(fd, 1, position);
    return position;
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
int __raddle_path(const char *);
int *__errno_location(void);

long readlink(const char *path, char *target, unsigned long size)
{
    unsigned long i = 0;
    int kind = __raddle_path(path);
    if (size != 0 && kind & 7) {
        *__errno_location() = kind & 1 ? ENOENT : kind & 2 ? ENAMETOOLONG : EINVAL;
        return -1;
    }
    // A directory is no link.
    if (size == 0 || kind & 120 || __raddle_nondet_bool()) {
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
// struct stat of 64-bit Linux, for a file of a type as in st_mode.
unsigned long __raddle_nondet_long(void);
unsigned int __raddle_nondet_int(void);
long __raddle_long_between(long, long);
int __raddle_int_between(int, int);
void __raddle_unsupported(const char *);

void __raddle_file_status(void *status, int type)
{
    unsigned long *words = status;
    unsigned int *halves = status;
    int i;
    if (sizeof(long) != 8)
        __raddle_unsupported("`struct stat` in the data model ilp32");
    words[0] = __raddle_nondet_long();
    words[1] = __raddle_nondet_long();
    words[2] = (unsigned long)__raddle_long_between(0, 0xffffffff);
    halves[6] = (unsigned int)(type + __raddle_int_between(0, 07777));
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
int __raddle_path(const char *);
void __raddle_file_status(void *, int);
int *__errno_location(void);

int stat(const char *path, void *status)
{
    int kind = __raddle_path(path);
    if (kind & 3 || __raddle_nondet_bool()) {
        *__errno_location() = kind & 1 ? ENOENT : kind & 2 ? ENAMETOOLONG : kind & 12 ? __raddle_one_of(EACCES, EIO, ENOMEM, EOVERFLOW)
            : __raddle_one_of(EACCES, EIO, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EOVERFLOW);
        return -1;
    }
    // Links are followed.
    __raddle_file_status(status, kind & 124 ? 0040000 : __raddle_one_of(0010000, 0020000, 0040000, 0060000, 0100000, 0140000));
    return 0;
}

//@ lstat
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_path(const char *);
void __raddle_file_status(void *, int);
int *__errno_location(void);

int lstat(const char *path, void *status)
{
    int kind = __raddle_path(path);
    if (kind & 3 || __raddle_nondet_bool()) {
        *__errno_location() = kind & 1 ? ENOENT : kind & 2 ? ENAMETOOLONG : kind & 12 ? __raddle_one_of(EACCES, EIO, ENOMEM, EOVERFLOW)
            : __raddle_one_of(EACCES, EIO, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EOVERFLOW);
        return -1;
    }
    __raddle_file_status(status, kind & 124 ? 0040000 : __raddle_one_of(0010000, 0020000, 0040000, 0060000, 0100000, 0120000, 0140000));
    return 0;
}

//@ fstat
// What a descriptor is of does not change as long as it is open.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_unsupported(const char *);
int __raddle_nature(int);
void __raddle_identity(int, unsigned long *);
void __raddle_inexact(const char *);
void __raddle_file_status(void *, int);
int *__errno_location(void);

int fstat(int fd, void *status)
{
    int kind = __raddle_descriptor(fd);
    int nature = __raddle_nature(fd);
    int type;
    if (kind == 0 || kind == 7 && __raddle_nondet_bool()) {
        *__errno_location() = EBADF;
        return -1;
    }
    if ((kind < 4 || kind == 7) && __raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EIO, ENOMEM, EOVERFLOW);
        return -1;
    }
    if (kind == 8 || kind == 9)
        __raddle_unsupported("the status of an event counter");
    if (kind == 4 || kind == 5 || nature == 4)
        type = 0010000;
    else if (kind == 6)
        type = 0140000;
    else if (nature == 0)
        type = __raddle_one_of(0010000, 0020000, 0040000, 0060000, 0100000, 0140000);
    else if (nature == 6)
        type = __raddle_one_of(0010000, 0020000, 0040000, 0060000, 0100000, 0120000, 0140000);
    else
        type = nature == 1 ? 0100000 : nature == 2 ? 0040000 : nature == 3 ? 0060000 : 0020000;
    __raddle_file_status(status, type);
    __raddle_identity(fd, status);
    if (kind >= 4 && kind <= 6) {
        __raddle_inexact("the numbers that tell pipes and sockets apart");
        ((unsigned long *)status)[2] = 1;
        ((unsigned int *)status)[6] = kind == 6 ? 0140777 : 0010600;
        ((unsigned long *)status)[6] = 0;
        ((unsigned long *)status)[7] = 4096;
        ((unsigned long *)status)[8] = 0;
    }
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
// A directory has a descriptor. Its number stands behind the one entry, which the next call of `readdir` overwrites, as in glibc.
void *malloc(unsigned long);
int __raddle_open(const char *, int);

void *opendir(const char *path)
{
    int fd = __raddle_open(path, 02200000);
    char *directory;
    if (fd < 0)
        return 0;
    directory = malloc(288);
    if (directory)
        *(_Atomic int *)(directory + 280) = fd;
    return directory;
}

//@ readdir
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
            *__errno_location() = __raddle_one_of(EIO, ENOENT);
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
int __raddle_forget_descriptor(int);
void free(void *);
int *__errno_location(void);

int closedir(void *directory)
{
    int kind = __raddle_forget_descriptor(*(_Atomic int *)((char *)directory + 280));
    free(directory);
    if (kind == 0) {
        *__errno_location() = EBADF;
        return -1;
    }
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
int *__errno_location(void);

int mprotect(void *at, unsigned long size, int protection)
{
    if ((unsigned long)at % 4096) {
        *__errno_location() = EINVAL;
        return -1;
    }
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
