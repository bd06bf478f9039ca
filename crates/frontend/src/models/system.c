// What the system around a program tells and does: names and limits, paths, random bytes, other programs.

//@ malloc_usable_size
// At least what was asked for; glibc rounds up.
unsigned long __raddle_block_size(void *);
unsigned long __raddle_nondet_below(unsigned long);

unsigned long malloc_usable_size(void *block)
{
    return block ? __raddle_block_size(block) + __raddle_nondet_below(25) : 0;
}

//@ uname
// Six texts of 65 bytes; a program that asks twice is told the same.
char __raddle_nondet_char(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_inexact(const char *);
static _Atomic int told;

int uname(char *result)
{
    static const char system[] = "Linux";
    int i;
    int j;
    if (told)
        __raddle_inexact("that `uname` always tells the same");
    told = 1;
    for (i = 0; i < 6; i++) {
        for (j = 0; j < 64; j++)
            result[65 * i + j] = i ? __raddle_nondet_char() : j < 6 ? system[j] : 0;
        result[65 * i + 64] = 0;
    }
    return 0;
}

//@ realpath
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_read_text(const char *);
void *malloc(unsigned long);
int *__errno_location(void);

char *realpath(const char *path, char *result)
{
    int i = 1;
    if (!path) {
        *__errno_location() = EINVAL;
        return 0;
    }
    __raddle_read_text(path);
    if (!*path || __raddle_nondet_bool()) {
        *__errno_location() = !*path ? ENOENT : __raddle_one_of(EACCES, EIO, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR);
        return 0;
    }
    if (!result)
        result = malloc(4096);
    if (!result)
        return 0;
    result[0] = '/';
    while (i < 4095) {
        char c = __raddle_nondet_char();
        if (!c)
            break;
        result[i++] = c;
    }
    result[i] = 0;
    return result;
}

//@ basename
// As <string.h> has it: what is behind the last slash.
char *basename(const char *path)
{
    const char *result = path;
    for (; *path; path++)
        if (*path == '/')
            result = path + 1;
    return (char *)result;
}

//@ __xpg_basename
// As <libgen.h> has it: slashes at the end do not count and may be overwritten.
static char here[] = ".";

char *__xpg_basename(char *path)
{
    char *end;
    if (!path || !*path)
        return here;
    end = path;
    while (*end)
        end++;
    while (end > path + 1 && end[-1] == '/') {
        end--;
        *end = 0;
    }
    while (end > path && end[-1] != '/')
        end--;
    return *end ? end : end - 1;
}

//@ dirname
static char here[] = ".";

char *dirname(char *path)
{
    char *end;
    if (!path)
        return here;
    end = path;
    while (*end)
        end++;
    while (end > path && end[-1] == '/')
        end--;
    while (end > path && end[-1] != '/')
        end--;
    if (end == path && *path != '/')
        return here;
    while (end > path && end[-1] == '/')
        end--;
    if (end == path) {
        // Exactly two slashes stay.
        end = path[1] == '/' && path[2] != '/' ? path + 2 : path + 1;
    }
    *end = 0;
    return path;
}

//@ mkstemp
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
void __raddle_opened(int, int);
void *__raddle_fill_template(char *);
int *__errno_location(void);

int mkstemp(char *template)
{
    int fd;
    if (!__raddle_fill_template(template))
        return -1;
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EEXIST, EIO, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENOENT, ENOMEM, ENOSPC, ENOTDIR, EROFS);
        return -1;
    }
    fd = __raddle_new_descriptor(3);
    __raddle_opened(fd, 1);
    return fd;
}

//@ mkdtemp
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void *__raddle_fill_template(char *);
int *__errno_location(void);

char *mkdtemp(char *template)
{
    if (!__raddle_fill_template(template))
        return 0;
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EDQUOT, EEXIST, ELOOP, EMLINK, ENAMETOOLONG, ENOENT, ENOMEM, ENOSPC, ENOTDIR, EROFS);
        return 0;
    }
    return template;
}

//@ __raddle_fill_template
// The last six characters, which must be X, become letters or digits.
int __raddle_one_of(int, ...);
int *__errno_location(void);

void *__raddle_fill_template(char *template)
{
    int length = 0;
    int i;
    while (template[length])
        length++;
    for (i = 1; i <= 6; i++)
        if (length < 6 || template[length - i] != 'X') {
            *__errno_location() = EINVAL;
            return 0;
        }
    for (i = 1; i <= 6; i++)
        template[length - i] = (char)__raddle_one_of('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J',
                                                     'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd',
                                                     'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x',
                                                     'y', 'z');
    return template;
}

//@ popen
// Another program, which prints any text, or none.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
void __raddle_opened(int, int);
void *__raddle_new_stream(int, int);
void __raddle_read_text(const char *);
int *__errno_location(void);

void *popen(const char *command, const char *mode)
{
    int fd;
    __raddle_read_text(command);
    __raddle_read_text(mode);
    if (mode[0] != 'r' && mode[0] != 'w' || mode[1] && mode[1] != 'e' || mode[1] && mode[2]) {
        *__errno_location() = EINVAL;
        return 0;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EAGAIN, EMFILE, ENFILE, ENOMEM);
        return 0;
    }
    fd = __raddle_new_descriptor(mode[0] == 'r' ? 1 : 2);
    __raddle_opened(fd, 4);
    return __raddle_new_stream(fd, mode[0] == 'r' ? 1 : 2);
}

//@ pclose
// How the program ended: its status or the signal, or -1.
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_forget_descriptor(int);
int *__errno_location(void);
void free(void *);

int pclose(void *stream)
{
    __raddle_forget_descriptor(((_Atomic int *)stream)[3]);
    free(stream);
    if (__raddle_nondet_bool()) {
        *__errno_location() = ECHILD;
        return -1;
    }
    return __raddle_nondet_bool() ? __raddle_int_between(0, 255) << 8 : __raddle_int_between(1, 255);
}

//@ system
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
void __raddle_read_text(const char *);
void __raddle_assuming(const char *);
int *__errno_location(void);

int system(const char *command)
{
    // glibc looks for a shell by running one.
    if (!command)
        return __raddle_nondet_bool();
    __raddle_read_text(command);
    __raddle_assuming("a command that `system` runs does nothing to the program");
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EAGAIN, ECHILD, ENOMEM);
        return -1;
    }
    return __raddle_nondet_bool() ? __raddle_int_between(0, 255) << 8 : __raddle_int_between(1, 255);
}

//@ getrandom
_Bool __raddle_nondet_bool(void);
long __raddle_long_up_to(long);
void __raddle_write_any(void *, unsigned long);
int *__errno_location(void);

long getrandom(void *data, unsigned long size, unsigned int flags)
{
    // GRND_RANDOM and GRND_INSECURE exclude each other.
    if (flags & ~7u || (flags & 6) == 6) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (flags & 1 && __raddle_nondet_bool()) {
        *__errno_location() = EAGAIN;
        return -1;
    }
    __raddle_write_any(data, size);
    // A signal could only interrupt requests for more than 256 bytes, or for bytes of /dev/random.
    return flags & 2 && size > 1 ? 1 + __raddle_long_up_to((long)(size - 1)) : (long)size;
}

//@ getentropy
void __raddle_write_any(void *, unsigned long);
int *__errno_location(void);

int getentropy(void *data, unsigned long size)
{
    if (size > 256) {
        *__errno_location() = EIO;
        return -1;
    }
    __raddle_write_any(data, size);
    return 0;
}

//@ arc4random_buf
void __raddle_write_any(void *, unsigned long);

void arc4random_buf(void *data, unsigned long size)
{
    __raddle_write_any(data, size);
}

//@ sched_getaffinity
// Some processors, at least one, which do not change by themselves.
_Bool __raddle_nondet_bool(void);
void __raddle_inexact(const char *);
void __raddle_write_any(void *, unsigned long);
int __raddle_one_of(int, ...);
int *__errno_location(void);

int sched_getaffinity(int process, unsigned long size, void *set)
{
    __raddle_inexact("the processors that a program may use");
    if (size % sizeof(long) || __raddle_nondet_bool()) {
        *__errno_location() = size % sizeof(long) || process == 0 ? EINVAL : __raddle_one_of(EINVAL, ESRCH);
        return -1;
    }
    __raddle_write_any(set, size);
    return 0;
}

//@ __sched_cpucount
// What `CPU_COUNT` is made of.
int __sched_cpucount(unsigned long size, const void *set)
{
    const unsigned long *words = set;
    unsigned long i;
    int count = 0;
    for (i = 0; i < size / sizeof(long); i++)
        count += __builtin_popcountl(words[i]);
    return count;
}

//@ pthread_getaffinity_np
int sched_getaffinity(int, unsigned long, void *);
void __raddle_inexact(const char *);
int *__errno_location(void);

int pthread_getaffinity_np(unsigned long thread, unsigned long size, void *set)
{
    int before = *__errno_location();
    int result = sched_getaffinity(0, size, set);
    *__errno_location() = before;
    return result ? EINVAL : 0;
}

//@ getrlimit
// The limit that counts is not above the one that it can be raised to, and both change only if somebody sets them.
unsigned long __raddle_nondet_long(void);
void __raddle_inexact(const char *);
int *__errno_location(void);

int getrlimit(int resource, unsigned long *result)
{
    if (resource < 0 || resource > 15) {
        *__errno_location() = EINVAL;
        return -1;
    }
    result[0] = __raddle_nondet_long();
    result[1] = __raddle_nondet_long();
    __raddle_inexact("how limits go together");
    return 0;
}

//@ getpwuid getpwnam
// One entry, which both share; what is in the file of users is not known.
struct user {
    char *name, *password;
    unsigned int number, group;
    char *description, *home, *shell;
};
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
unsigned int __raddle_nondet_int(void);
void __raddle_inexact(const char *);
void __raddle_read_text(const char *);
void *__raddle_open_block(unsigned long);
int *__errno_location(void);
static struct user result;
static _Atomic int told;

static struct user *find(void)
{
    if (told)
        __raddle_inexact("that users do not change by themselves");
    told = 1;
    if (__raddle_nondet_bool()) {
        // That there is no such user is no error.
        if (__raddle_nondet_bool())
            *__errno_location() = __raddle_one_of(EIO, EMFILE, ENFILE, ENOMEM);
        return 0;
    }
    result.name = __raddle_open_block(64);
    result.password = __raddle_open_block(64);
    result.number = __raddle_nondet_int();
    result.group = __raddle_nondet_int();
    result.description = __raddle_open_block(64);
    result.home = __raddle_open_block(64);
    result.shell = __raddle_open_block(64);
    return &result;
}

void *getpwuid(unsigned int number)
{
    struct user *user = find();
    if (user)
        user->number = number;
    return user;
}

void *getpwnam(const char *name)
{
    __raddle_read_text(name);
    return find();
}

//@ openat
int open(const char *, int, ...);
_Bool __raddle_nondet_bool(void);
int __raddle_descriptor(int);
int *__errno_location(void);

int openat(int directory, const char *path, int flags, ...)
{
    // AT_FDCWD; for a path from the root the directory does not matter.
    if (directory != -100 && path[0] != '/') {
        int kind = __raddle_descriptor(directory);
        if (kind != 7 && kind != 1 || __raddle_nondet_bool()) {
            *__errno_location() = kind == 0 || kind == 7 && __raddle_nondet_bool() ? EBADF : ENOTDIR;
            return -1;
        }
    }
    return open(path, flags);
}

//@ sendfile
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
long __raddle_long_up_to(long);
int __raddle_descriptor(int);
long __raddle_position(int, int, long);
void __raddle_unsupported(const char *);
int *__errno_location(void);

long sendfile(int to, int from, long *offset, unsigned long count)
{
    int target = __raddle_descriptor(to);
    int source = __raddle_descriptor(from);
    long sent;
    if (target == 0 || target == 1 || target == 4 || source == 0 || source == 2 || source == 5) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (target == 5 || target == 8)
        __raddle_unsupported("`sendfile` into a pipe");
    if (__raddle_nondet_bool()) {
        *__errno_location() =
            source == 7 || target == 7
                ? __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EDQUOT, EFBIG, EINVAL, EIO, ENOMEM, ENOSPC, ENOTCONN, EOVERFLOW, EPERM, EPIPE, ESPIPE)
            : target == 6 ? __raddle_one_of(EAGAIN, ECONNRESET, EINVAL, EIO, ENOMEM, ENOTCONN, EOVERFLOW, EPIPE, ESPIPE)
                          : __raddle_one_of(EAGAIN, EDQUOT, EFBIG, EINVAL, EIO, ENOMEM, ENOSPC, EOVERFLOW, EPERM, ESPIPE);
        return -1;
    }
    sent = count ? __raddle_long_up_to((long)count) : 0;
    if (offset)
        *offset += sent;
    else
        __raddle_position(from, 2, sent);
    __raddle_position(to, 3, sent);
    return sent;
}

//@ fgetpos
long ftell(void *);
void __raddle_write_any(void *, unsigned long);

// The position is kept where `ftell` would tell it; the rest of the object has any value.
int fgetpos(void *stream, void *position)
{
    long at = ftell(stream);
    if (at < 0)
        return -1;
    *(long *)position = at;
    __raddle_write_any((char *)position + sizeof(long), sizeof(long) == 8 ? 8 : 12);
    return 0;
}

//@ fsetpos
int fseek(void *, long, int);
void __raddle_read(const void *, unsigned long);

int fsetpos(void *stream, const void *position)
{
    long at = *(const long *)position;
    __raddle_read((const char *)position + sizeof(long), sizeof(long) == 8 ? 8 : 12);
    return fseek(stream, at, 0);
}

//@ freopen
_Bool __raddle_nondet_bool(void);
void *fopen(const char *, const char *);
int __raddle_is_standard_stream(const void *);
int __raddle_forget_descriptor(int);
void __raddle_unsupported(const char *);
void free(void *);

// The stream is closed in any case. That it lies where it lay is not modelled if it is a standard stream.
void *freopen(const char *path, const char *mode, void *stream)
{
    void *new;
    _Atomic int *to = stream;
    int i;
    if (__raddle_is_standard_stream(stream))
        __raddle_unsupported("`freopen` of a standard stream");
    if (!path)
        __raddle_unsupported("`freopen` without a name");
    __raddle_forget_descriptor(to[3]);
    new = fopen(path, mode);
    if (!new)
        return 0;
    for (i = 0; i < 5; i++)
        to[i] = ((_Atomic int *)new)[i];
    free(new);
    return stream;
}
