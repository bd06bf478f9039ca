// Reading and writing through descriptors. What comes from outside is any bytes; what the program itself has put into a pipe comes
// out of it again.

//@ __raddle_own_network
// Whether the program may be at both ends of a connection over the network: 1 if it takes connections or data, 2 if it makes them.
static _Atomic int roles;

int __raddle_own_network(int role)
{
    roles |= role;
    return roles == 3;
}

//@ __raddle_read_descriptor
// Reads; the position moves unless it is told to stay.
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_pipe_of(int, int);
int __raddle_description_flags(int, int);
int __raddle_own_network(int);
long __raddle_pipe_read(int, char *, unsigned long, int, int);
unsigned long long __raddle_count_read(int, int, int);
int __raddle_nature(int);
long __raddle_position(int, int, long);
int __raddle_socket_unready(int, int, int, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

long __raddle_read_descriptor(int fd, void *data, unsigned long size, int stays)
{
    int kind = __raddle_descriptor(fd);
    int pipe = __raddle_pipe_of(fd, 0);
    int nature = __raddle_nature(fd);
    char *p = data;
    unsigned long i;
    int unready;
    if (kind == 0 || kind == 2 || kind == 5) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (nature == 2 || nature == 6) {
        *__errno_location() = nature == 2 ? EISDIR : EBADF;
        return -1;
    }
    if (kind == 9 || kind == 8 && size < 8) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (kind == 8) {
        int flags = __raddle_description_flags(fd, -1);
        unsigned long long value = __raddle_count_read(pipe, flags >> 30 & 1, flags & 04000);
        if (!value) {
            *__errno_location() = EAGAIN;
            return -1;
        }
        *(unsigned long long *)data = value;
        return 8;
    }
    if (pipe)
        return __raddle_pipe_read(pipe, data, size, __raddle_description_flags(fd, -1) & 04000, 0);
    unready = kind == 6 ? __raddle_socket_unready(fd, 0, 0, 0) : 0;
    if (unready) {
        *__errno_location() = unready;
        return -1;
    }
    if (kind == 6 && __raddle_own_network(0))
        __raddle_inexact("what comes out of a socket");
    if (__raddle_nondet_bool()) {
        *__errno_location() =
            kind == 7 ? __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EINVAL, EIO, EISDIR, ENOTCONN, ENXIO, EOVERFLOW, ETIMEDOUT)
            : kind == 6 ? __raddle_one_of(EAGAIN, ECONNREFUSED, ECONNRESET, EINVAL, ENOMEM, ENOTCONN, ETIMEDOUT)
                        : __raddle_one_of(EAGAIN, EINVAL, EIO, ENXIO, EOVERFLOW);
        return -1;
    }
    for (i = 0; i < size && __raddle_nondet_bool(); i++)
        p[i] = __raddle_nondet_char();
    if (!stays)
        __raddle_position(fd, 2, (long)i);
    return (long)i;
}

//@ read
long __raddle_read_descriptor(int, void *, unsigned long, int);

long read(int fd, void *data, unsigned long size)
{
    return __raddle_read_descriptor(fd, data, size, 0);
}

//@ pread
_Bool __raddle_nondet_bool(void);
long __raddle_read_descriptor(int, void *, unsigned long, int);
int __raddle_descriptor(int);
int __raddle_nature(int);
int *__errno_location(void);

long pread(int fd, void *data, unsigned long size, long offset)
{
    int kind = __raddle_descriptor(fd);
    int nature = __raddle_nature(fd);
    // What was opened by its name may be a pipe, too.
    if (offset < 0 || kind >= 4 && kind != 7 || nature == 4 || nature == 7 || (kind == 7 || nature == 5) && __raddle_nondet_bool()) {
        *__errno_location() = offset < 0 ? EINVAL : ESPIPE;
        return -1;
    }
    // The position stays.
    return __raddle_read_descriptor(fd, data, size, 1);
}

//@ __raddle_write_descriptor
// Writes; the position moves unless it is told to stay.
int __raddle_quiet_putchar(int);
_Bool __raddle_nondet_bool(void);
long __raddle_long_up_to(long);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_pipe_of(int, int);
int __raddle_description_flags(int, int);
long __raddle_pipe_write(int, const char *, unsigned long);
int __raddle_count_write(int, unsigned long long, int);
long __raddle_broken_pipe(int);
int __raddle_own_network(int);
long __raddle_position(int, int, long);
int __raddle_socket_unready(int, int, int, int);
void __raddle_inexact(const char *);
void __raddle_read(const void *, unsigned long);
int *__errno_location(void);

long __raddle_write_descriptor(int fd, const void *data, unsigned long size, int stays)
{
    int kind = __raddle_descriptor(fd);
    int pipe = __raddle_pipe_of(fd, 1);
    const char *p = data;
    unsigned long i;
    long count;
    int unready;
    if (kind == 0 || kind == 1 || kind == 4) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (kind == 8) {
        unsigned long long value = size >= 8 ? *(const unsigned long long *)data : 0;
        if (size < 8 || value == 0xffffffffffffffffull) {
            *__errno_location() = EINVAL;
            return -1;
        }
        if (!__raddle_count_write(pipe, value, __raddle_description_flags(fd, -1) & 04000)) {
            *__errno_location() = EAGAIN;
            return -1;
        }
        return 8;
    }
    if (kind == 9) {
        *__errno_location() = EINVAL;
        return -1;
    }
    // A socket after `shutdown` has no pipe to write to, but one to read from.
    if (kind == 6 && !pipe && __raddle_pipe_of(fd, 0))
        return __raddle_broken_pipe(0);
    if (pipe) {
        long written = size || kind == 6 ? __raddle_pipe_write(pipe, data, size) : 0;
        return written == -2 ? __raddle_broken_pipe(0) : written;
    }
    unready = kind == 6 ? __raddle_socket_unready(fd, 1, 0, 0) : 0;
    if (unready == EPIPE)
        return __raddle_broken_pipe(0);
    if (unready) {
        *__errno_location() = unready;
        return -1;
    }
    if (kind == 6 && __raddle_own_network(0))
        __raddle_inexact("how much goes into a socket");
    if (__raddle_nondet_bool()) {
        *__errno_location() =
            kind == 7 ? __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EDESTADDRREQ, EDQUOT, EFBIG, EINVAL, EIO, ENOSPC,
                                        ENOTCONN, EPERM, EPIPE)
            : kind == 6 ? __raddle_one_of(EACCES, EAGAIN, ECONNRESET, EDESTADDRREQ, EINVAL, EMSGSIZE, ENETUNREACH, ENOBUFS,
                                          ENOMEM, ENOTCONN, EPIPE)
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
    count = 1 + __raddle_long_up_to((long)(size - 1));
    if (!stays)
        __raddle_position(fd, 3, count);
    return count;
}

//@ write
long __raddle_write_descriptor(int, const void *, unsigned long, int);

long write(int fd, const void *data, unsigned long size)
{
    return __raddle_write_descriptor(fd, data, size, 0);
}

//@ pwrite
_Bool __raddle_nondet_bool(void);
long __raddle_write_descriptor(int, const void *, unsigned long, int);
int __raddle_descriptor(int);
int __raddle_nature(int);
int *__errno_location(void);

long pwrite(int fd, const void *data, unsigned long size, long offset)
{
    int kind = __raddle_descriptor(fd);
    int nature = __raddle_nature(fd);
    // What was opened by its name may be a pipe, too.
    if (offset < 0 || kind >= 4 && kind != 7 || nature == 4 || nature == 7 || (kind == 7 || nature == 5) && __raddle_nondet_bool()) {
        *__errno_location() = offset < 0 ? EINVAL : ESPIPE;
        return -1;
    }
    // The position stays.
    return __raddle_write_descriptor(fd == 1 ? 2 : fd, data, size, 1);
}

//@ readv
struct piece { char *at; unsigned long size; };
long read(int, void *, unsigned long);
int __raddle_descriptor(int);
int __raddle_pipe_of(int, int);
_Bool __raddle_nondet_bool(void);
int *__errno_location(void);

long readv(int fd, const struct piece *pieces, int count)
{
    char data[128];
    unsigned long total = 0;
    long result = 0;
    int i;
    // Linux looks at the descriptor first, but not at what it is open for.
    int kind = __raddle_descriptor(fd);
    int before = *__errno_location();
    if (kind == 0 || count < 0 || count > 1024) {
        *__errno_location() = kind == 0 || kind == 7 && __raddle_nondet_bool() ? EBADF : EINVAL;
        return -1;
    }
    for (i = 0; i < count && !pieces[i].size; i++) { }
    if (i == count) {
        if (kind == 2 || kind == 5 || kind == 7 && __raddle_nondet_bool()) {
            *__errno_location() = EBADF;
            return -1;
        }
        return 0;
    }
    if (__raddle_pipe_of(fd, 0)) {
        long left;
        for (i = 0; i < count; i++)
            total += pieces[i].size;
        result = read(fd, data, total > 128 ? 128 : total);
        left = result;
        for (i = 0; left > 0; i++) {
            unsigned long j;
            for (j = 0; j < pieces[i].size && left > 0; j++, left--)
                pieces[i].at[j] = data[result - left];
        }
        return result;
    }
    for (i = 0; i < count; i++) {
        long n = pieces[i].size ? read(fd, pieces[i].at, pieces[i].size) : 0;
        if (n < 0) {
            if (result)
                *__errno_location() = before;
            return result ? result : -1;
        }
        result += n;
        if ((unsigned long)n < pieces[i].size)
            return result;
    }
    return result;
}

//@ writev
struct piece { const char *at; unsigned long size; };
long write(int, const void *, unsigned long);
int __raddle_descriptor(int);
int __raddle_pipe_of(int, int);
_Bool __raddle_nondet_bool(void);
void __raddle_unsupported(const char *);
int *__errno_location(void);

long writev(int fd, const struct piece *pieces, int count)
{
    char data[128];
    unsigned long total = 0;
    long result = 0;
    int i;
    // Linux looks at the descriptor first, but not at what it is open for.
    int kind = __raddle_descriptor(fd);
    int before = *__errno_location();
    if (kind == 0 || count < 0 || count > 1024) {
        *__errno_location() = kind == 0 || kind == 7 && __raddle_nondet_bool() ? EBADF : EINVAL;
        return -1;
    }
    for (i = 0; i < count && !pieces[i].size; i++) { }
    if (i == count) {
        if (kind == 1 || kind == 4 || kind == 7 && __raddle_nondet_bool()) {
            *__errno_location() = EBADF;
            return -1;
        }
        return 0;
    }
    if (__raddle_pipe_of(fd, 1)) {
        for (i = 0; i < count; i++) {
            unsigned long j;
            for (j = 0; j < pieces[i].size; j++) {
                if (total == 128)
                    __raddle_unsupported("more than 128 bytes in a pipe");
                data[total++] = pieces[i].at[j];
            }
        }
        return write(fd, data, total);
    }
    for (i = 0; i < count; i++) {
        long n = pieces[i].size ? write(fd, pieces[i].at, pieces[i].size) : 0;
        if (n < 0) {
            if (result)
                *__errno_location() = before;
            return result ? result : -1;
        }
        result += n;
        if ((unsigned long)n < pieces[i].size)
            return result;
    }
    return result;
}
