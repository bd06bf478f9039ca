// Sockets and waiting for descriptors. Whoever is at the other end sends any bytes, or none.

//@ socket
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
int __raddle_descriptor(int);
int *__errno_location(void);

int socket(int family, int type, int protocol)
{
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EAFNOSUPPORT, EINVAL, EMFILE, ENFILE, ENOBUFS, ENOMEM,
                                              EPROTONOSUPPORT, EPERM);
        return -1;
    }
    return __raddle_new_descriptor(6);
}

//@ socketpair
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
int __raddle_descriptor(int);
int *__errno_location(void);

int socketpair(int family, int type, int protocol, int *ends)
{
    int first;
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EAFNOSUPPORT, EINVAL, EMFILE, ENFILE, ENOBUFS, ENOMEM,
                                              EPROTONOSUPPORT, EPERM);
        return -1;
    }
    first = __raddle_new_descriptor(6);
    ends[0] = first;
    ends[1] = __raddle_new_descriptor(6);
    return 0;
}

//@ bind
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_read(const void *, unsigned long);
int *__errno_location(void);

int bind(int fd, const void *address, unsigned int size)
{
    int kind = __raddle_descriptor(fd);
    if (address)
        __raddle_read(address, size);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EACCES, EADDRINUSE, EADDRNOTAVAIL, EINVAL, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EROFS)
                                        : __raddle_one_of(EACCES, EADDRINUSE, EADDRNOTAVAIL, EINVAL, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EROFS);
        return -1;
    }
    return 0;
}

//@ connect
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_read(const void *, unsigned long);
int *__errno_location(void);

int connect(int fd, const void *address, unsigned int size)
{
    int kind = __raddle_descriptor(fd);
    if (address)
        __raddle_read(address, size);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EACCES, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT, EAGAIN, EALREADY,
                                            ECONNREFUSED, ECONNRESET, EHOSTUNREACH, EINPROGRESS, EINVAL, EISCONN,
                                            ENETUNREACH, EPERM, EPROTOTYPE, ETIMEDOUT)
                                        : __raddle_one_of(EACCES, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT, EAGAIN, EALREADY,
                                            ECONNREFUSED, ECONNRESET, EHOSTUNREACH, EINPROGRESS, EINVAL, EISCONN,
                                            ENETUNREACH, EPERM, EPROTOTYPE, ETIMEDOUT);
        return -1;
    }
    return 0;
}

//@ listen
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_read(const void *, unsigned long);
int *__errno_location(void);

int listen(int fd, int backlog)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EADDRINUSE, EINVAL, EOPNOTSUPP)
                                        : __raddle_one_of(EADDRINUSE, EINVAL, EOPNOTSUPP);
        return -1;
    }
    return 0;
}

//@ shutdown
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_read(const void *, unsigned long);
int *__errno_location(void);

int shutdown(int fd, int how)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EINVAL, ENOTCONN)
                                        : __raddle_one_of(EINVAL, ENOTCONN);
        return -1;
    }
    return 0;
}

//@ setsockopt
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_read(const void *, unsigned long);
int *__errno_location(void);

int setsockopt(int fd, int level, int name, const void *value, unsigned int size)
{
    int kind = __raddle_descriptor(fd);
    if (value)
        __raddle_read(value, size);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EDOM, EINVAL, EISCONN, ENOMEM, ENOBUFS, ENOPROTOOPT, EPERM)
                                        : __raddle_one_of(EDOM, EINVAL, EISCONN, ENOMEM, ENOBUFS, ENOPROTOOPT, EPERM);
        return -1;
    }
    return 0;
}

//@ __raddle_socket_address
// An address is cut to the room there is; its real size is told.
void __raddle_write_any(void *, unsigned long);
int __raddle_int_between(int, int);

void __raddle_socket_address(void *address, unsigned int *size)
{
    unsigned int room;
    unsigned int real;
    if (!address || !size)
        return;
    room = *size;
    real = (unsigned int)__raddle_int_between(2, 128);
    __raddle_write_any(address, room < real ? room : real);
    *size = real;
}

//@ accept
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
void __raddle_socket_address(void *, unsigned int *);
int __raddle_descriptor(int);
int *__errno_location(void);

int accept(int fd, void *address, unsigned int *size)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? EBADF : __raddle_one_of(EAGAIN, ECONNABORTED, EINVAL, EMFILE, ENFILE, ENOBUFS, ENOMEM,
                              EOPNOTSUPP, EPERM, EPROTO);
        return -1;
    }
    __raddle_socket_address(address, size);
    return __raddle_new_descriptor(6);
}

//@ getsockname
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_socket_address(void *, unsigned int *);
int __raddle_descriptor(int);
int *__errno_location(void);

int getsockname(int fd, void *address, unsigned int *size)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? EBADF : __raddle_one_of(EINVAL, ENOBUFS);
        return -1;
    }
    __raddle_socket_address(address, size);
    return 0;
}

//@ getpeername
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_socket_address(void *, unsigned int *);
int __raddle_descriptor(int);
int *__errno_location(void);

int getpeername(int fd, void *address, unsigned int *size)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? EBADF : __raddle_one_of(EINVAL, ENOBUFS, ENOTCONN);
        return -1;
    }
    __raddle_socket_address(address, size);
    return 0;
}

//@ getsockopt
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_write_any(void *, unsigned long);
int __raddle_descriptor(int);
int *__errno_location(void);

int getsockopt(int fd, int level, int name, void *value, unsigned int *size)
{
    unsigned int room;
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? EBADF : __raddle_one_of(EINVAL, ENOPROTOOPT);
        return -1;
    }
    room = *size;
    __raddle_write_any(value, room < 4 ? room : 4);
    *size = room < 4 ? room : 4;
    return 0;
}

//@ send
long __raddle_long_up_to(long);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_read(const void *, unsigned long);
int __raddle_descriptor(int);
int *__errno_location(void);

long send(int fd, const void *data, unsigned long size, int flags)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? EBADF : __raddle_one_of(EACCES, EAGAIN, EALREADY, ECONNRESET, EDESTADDRREQ, EINVAL, EISCONN, EMSGSIZE,
                              ENETUNREACH, ENOBUFS, ENOMEM, ENOTCONN, EOPNOTSUPP, EPIPE);
        return -1;
    }
    __raddle_read(data, size);
    if (size == 0)
        return 0;
    return 1 + __raddle_long_up_to((long)(size - 1));
}

//@ sendto
long send(int, const void *, unsigned long, int);
void __raddle_read(const void *, unsigned long);

long sendto(int fd, const void *data, unsigned long size, int flags, const void *address, unsigned int room)
{
    if (address)
        __raddle_read(address, room);
    return send(fd, data, size, flags);
}

//@ recv
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int *__errno_location(void);

long recv(int fd, void *data, unsigned long size, int flags)
{
    char *p = data;
    unsigned long i;
    int kind = __raddle_descriptor(fd);
    if (kind < 6) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? EBADF : __raddle_one_of(EAGAIN, ECONNREFUSED, ECONNRESET, EINVAL, ENOMEM, ENOTCONN, ETIMEDOUT);
        return -1;
    }
    for (i = 0; i < size && __raddle_nondet_bool(); i++)
        p[i] = __raddle_nondet_char();
    return (long)i;
}

//@ recvfrom
long recv(int, void *, unsigned long, int);
void __raddle_socket_address(void *, unsigned int *);

long recvfrom(int fd, void *data, unsigned long size, int flags, void *address, unsigned int *room)
{
    long count = recv(fd, data, size, flags);
    if (count >= 0)
        __raddle_socket_address(address, room);
    return count;
}

//@ poll
void __raddle_inexact(const char *);
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_one_of(int, ...);
void __VERIFIER_assume(int);
int __raddle_descriptor(int);
int *__errno_location(void);

int poll(void *entries, unsigned long count, int timeout)
{
    // Whether data is there depends on what was written before, where the program has both ends.
    struct { int fd; short events; short revents; } *entry = entries;
    unsigned long i;
    int ready = 0;
    // A few entries need no memory of the system.
    if (count > 16 && __raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EINVAL, ENOMEM);
        return -1;
    }
    for (i = 0; i < count; i++) {
        int kind = __raddle_descriptor(entry[i].fd);
        if (kind == 0 && entry[i].fd >= 0) {
            entry[i].revents = 0x20;
            ready++;
            continue;
        }
        if (kind >= 4 && kind <= 6)
            __raddle_inexact("what `poll` finds in a pipe or a socket");
        // What was asked for, and POLLERR, POLLHUP, POLLNVAL in any case.
        short possible = entry[i].events | 0x38;
        short happened = 0;
        if (entry[i].fd >= 0 && __raddle_nondet_bool()) {
            happened = (short)(__raddle_int_between(1, 0x7fff) & possible);
            __VERIFIER_assume(happened != 0);
            ready++;
        }
        entry[i].revents = happened;
    }
    // Without a limit it waits until something has happened.
    if (timeout < 0)
        __VERIFIER_assume(ready > 0);
    return ready;
}

//@ select
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
long __raddle_long_between(long, long);
void __VERIFIER_assume(int);
int __raddle_descriptor(int);
int *__errno_location(void);

void __raddle_inexact(const char *);

// Whether a set has a descriptor that is closed.
static int has_closed(const unsigned char *set, int count)
{
    int i;
    if (!set)
        return 0;
    for (i = 0; i < count; i++)
        if (set[i / 8] >> i % 8 & 1) {
            int kind = __raddle_descriptor(i);
            if (kind == 0 || kind == 7 && __raddle_nondet_bool())
                return 1;
        }
    return 0;
}

static int keep_some(unsigned char *set, int count)
{
    int i;
    int kept = 0;
    if (!set)
        return 0;
    for (i = 0; i < count; i++)
        if (set[i / 8] >> i % 8 & 1) {
            int kind = __raddle_descriptor(i);
            if (kind != 7)
                __raddle_inexact("what `select` finds in a descriptor that the program opened");
            if (__raddle_nondet_bool())
                kept++;
            else
                set[i / 8] &= (unsigned char)~(1 << i % 8);
        }
    return kept;
}

int select(int count, void *readable, void *writable, void *exceptional, void *timeout)
{
    long *left = timeout;
    int ready;
    if (count < 0 || left && (left[0] < 0 || left[1] < 0)) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (has_closed(readable, count) || has_closed(writable, count) || has_closed(exceptional, count)) {
        *__errno_location() = EBADF;
        return -1;
    }
    ready = keep_some(readable, count);
    ready += keep_some(writable, count);
    ready += keep_some(exceptional, count);
    if (!left) {
        __VERIFIER_assume(ready > 0);
    } else if (ready == 0) {
        // Linux tells how much time is left.
        left[0] = 0;
        left[1] = 0;
    } else {
        long seconds = __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
        __VERIFIER_assume(seconds <= left[0]);
        left[0] = seconds;
        left[1] = __raddle_long_between(0, 999999);
    }
    return ready;
}

//@ inet_pton
// IPv4, exactly.
void __raddle_unsupported(const char *);
int __raddle_descriptor(int);
int *__errno_location(void);

int inet_pton(int family, const char *text, void *address)
{
    unsigned char parts[4];
    int i;
    if (family == 10)
        __raddle_unsupported("`inet_pton` of an IPv6 address");
    if (family != 2) {
        *__errno_location() = EAFNOSUPPORT;
        return -1;
    }
    for (i = 0; i < 4; i++) {
        int value = 0;
        int digits = 0;
        while (*text >= '0' && *text <= '9') {
            if (digits && value == 0)
                return 0;
            value = 10 * value + (*text++ - '0');
            if (value > 255)
                return 0;
            digits++;
        }
        if (!digits || *text != (i < 3 ? '.' : 0))
            return 0;
        text++;
        parts[i] = (unsigned char)value;
    }
    for (i = 0; i < 4; i++)
        ((unsigned char *)address)[i] = parts[i];
    return 1;
}
