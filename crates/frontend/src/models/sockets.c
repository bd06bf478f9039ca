// Sockets. Whoever is at the other end sends any bytes, or none; only of pairs of sockets it is known.

//@ socket
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
int __raddle_description_flags(int, int);
int __raddle_descriptor_flag(int, int);
int __raddle_socket_refuses(int, int, int);
void __raddle_socket_new(int, int, int, int, int);
int *__errno_location(void);

int socket(int family, int type, int protocol)
{
    int refused = __raddle_socket_refuses(family, type, protocol);
    int fd;
    if (refused || __raddle_nondet_bool()) {
        *__errno_location() = refused ? refused : __raddle_one_of(EACCES, EAFNOSUPPORT, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPROTONOSUPPORT, EPERM,
                                                                  ESOCKTNOSUPPORT);
        return -1;
    }
    fd = __raddle_new_descriptor(6);
    __raddle_socket_new(fd, family, type, protocol, 0);
    __raddle_description_flags(fd, type & 04000 | 2);
    __raddle_descriptor_flag(fd, type >> 19 & 1);
    return fd;
}

//@ socketpair
// Streams between two descriptors of the program: one pipe for each direction. What Linux has room for is more than a pipe has here, unless
// somebody has made it very small. Linux chooses and tells the descriptors before it makes sockets, which may fail then.
int __raddle_forget_descriptor(int);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_pipe_new(void);
int __raddle_new_descriptor(int);
int __raddle_new_pipe_descriptor(int, int, int, int);
int __raddle_description_flags(int, int);
int __raddle_descriptor_flag(int, int);
int __raddle_own_network(int);
int __raddle_socket_refuses(int, int, int);
void __raddle_socket_new(int, int, int, int, int);
void __raddle_assuming(const char *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int *__errno_location(void);

int socketpair(int family, int type, int protocol, int *ends)
{
    int first;
    int second;
    int refused = __raddle_socket_refuses(family, type, protocol);
    _Bool made;
    if (type & ~(15 | 04000 | 02000000)) {
        *__errno_location() = EINVAL;
        return -1;
    }
    // Only some families have pairs; whether there is a family at all is found before.
    if (!refused && family != 1 && family != 30)
        refused = __raddle_one_of(EAFNOSUPPORT, EOPNOTSUPP, EPROTONOSUPPORT, ESOCKTNOSUPPORT);
    made = !refused && __raddle_nondet_bool();
    if (!made && __raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EMFILE, ENFILE);
        return -1;
    }
    if (made && family == 1 && (type & 0xf) == 1 && (protocol == 0 || protocol == 1)) {
        int there;
        int back;
        __raddle_assuming("sockets have room for 128 bytes that are not read yet");
        __VERIFIER_atomic_begin();
        there = __raddle_pipe_new();
        back = __raddle_pipe_new();
        first = __raddle_new_pipe_descriptor(6, type & 04000 | 2, back, there);
        second = __raddle_new_pipe_descriptor(6, type & 04000 | 2, there, back);
        __VERIFIER_atomic_end();
    } else {
        // Messages with bounds are not kept.
        if (made)
            __raddle_own_network(3);
        first = __raddle_new_descriptor(6);
        second = __raddle_new_descriptor(6);
        __raddle_description_flags(first, type & 04000 | 2);
        __raddle_description_flags(second, type & 04000 | 2);
    }
    __raddle_socket_new(first, family, type, protocol, 4);
    __raddle_socket_new(second, family, type, protocol, 4);
    if (type & 02000000) {
        __raddle_descriptor_flag(first, 1);
        __raddle_descriptor_flag(second, 1);
    }
    ends[0] = first;
    ends[1] = second;
    if (made)
        return 0;
    __raddle_forget_descriptor(second);
    __raddle_forget_descriptor(first);
    *__errno_location() = refused ? refused : __raddle_one_of(EACCES, EAFNOSUPPORT, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPROTONOSUPPORT, EPERM);
    return -1;
}

//@ bind
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_own_network(int);
void __raddle_read(const void *, unsigned long);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

int bind(int fd, const void *address, unsigned int size)
{
    int kind = __raddle_descriptor(fd);
    __raddle_own_network(1);
    if (address)
        __raddle_read(address, size);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int family = __raddle_socket_known(fd, 0);
        int state = __raddle_socket_state(fd, 0);
        int known = family == 1 || family == 2 || family == 10;
        if (known && (size < 2 || size > 128 || state & 1)) {
            *__errno_location() = EINVAL;
            return -1;
        }
        if (state & 16)
            __raddle_inexact("whether a socket has an address");
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EACCES, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EROFS)
                                        : __raddle_one_of(EACCES, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EROFS);
        return -1;
    }
    if (kind == 6)
        __raddle_socket_state(fd, 1);
    return 0;
}

//@ connect
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_own_network(int);
void __raddle_read(const void *, unsigned long);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
int __raddle_description_flags(int, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

int connect(int fd, const void *address, unsigned int size)
{
    int kind = __raddle_descriptor(fd);
    __raddle_own_network(2);
    if (address)
        __raddle_read(address, size);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int family = __raddle_socket_known(fd, 0);
        int type = __raddle_socket_known(fd, 1);
        int state = __raddle_socket_state(fd, 0);
        int known = family == 1 || family == 2 || family == 10;
        if (known && (size < 2 || size > 128 || state & 2 && family == 1)) {
            *__errno_location() = EINVAL;
            return -1;
        }
        if (known && address && !*(const unsigned short *)address) {
            // No family: the connection is given up.
            __raddle_inexact("a connection that is given up");
            __raddle_socket_state(fd, 24);
        } else if (known && type == 1 && state & 6) {
            *__errno_location() = EISCONN;
            return -1;
        } else if (__raddle_nondet_bool()) {
            if (__raddle_nondet_bool()) {
                if (!(__raddle_description_flags(fd, -1) & 04000))
                    __raddle_inexact("a connection that is not waited for");
                *__errno_location() = __raddle_one_of(EAGAIN, EALREADY, EINPROGRESS, EISCONN);
                __raddle_socket_state(fd, 24);
            } else {
                *__errno_location() = __raddle_one_of(EACCES, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT, ECONNREFUSED, ECONNRESET, EHOSTUNREACH, EINVAL,
                                                      ELOOP, ENAMETOOLONG, ENETUNREACH, ENOENT, ENOTDIR, EPERM, EPROTOTYPE, ETIMEDOUT);
                __raddle_socket_state(fd, 16);
            }
            return -1;
        } else {
            __raddle_socket_state(fd, family == 1 ? 4 : 5);
            return 0;
        }
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EACCES, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT, EAGAIN, EALREADY,
                                            ECONNREFUSED, ECONNRESET, EHOSTUNREACH, EINPROGRESS, EINVAL, EISCONN,
                                            ELOOP, ENAMETOOLONG, ENETUNREACH, ENOENT, ENOTDIR, EPERM, EPROTOTYPE, ETIMEDOUT)
                                        : __raddle_one_of(EACCES, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT, EAGAIN, EALREADY,
                                            ECONNREFUSED, ECONNRESET, EHOSTUNREACH, EINPROGRESS, EINVAL, EISCONN,
                                            ELOOP, ENAMETOOLONG, ENETUNREACH, ENOENT, ENOTDIR, EPERM, EPROTOTYPE, ETIMEDOUT);
        return -1;
    }
    return 0;
}

//@ listen
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_read(const void *, unsigned long);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

int listen(int fd, int backlog)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int family = __raddle_socket_known(fd, 0);
        int type = __raddle_socket_known(fd, 1);
        int state = __raddle_socket_state(fd, 0);
        int known = family == 1 || family == 2 || family == 10;
        if (known && type != 1 && type != 5) {
            *__errno_location() = EOPNOTSUPP;
            return -1;
        }
        if (known && (state & 4 || family == 1 && !(state & 17))) {
            *__errno_location() = EINVAL;
            return -1;
        }
        if (state & 8 || family == 1 && state & 16)
            __raddle_inexact("whether a socket is connected");
        if (known && __raddle_nondet_bool()) {
            *__errno_location() = __raddle_one_of(EACCES, EADDRINUSE, ENOBUFS, ENOMEM);
            return -1;
        }
        if (known) {
            __raddle_socket_state(fd, 3);
            return 0;
        }
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, ENOTSOCK, EADDRINUSE, EINVAL, EOPNOTSUPP)
                                        : __raddle_one_of(EADDRINUSE, EINVAL, EOPNOTSUPP);
        return -1;
    }
    return 0;
}

//@ shutdown
int __raddle_pipe_of(int, int);
void __raddle_drop_writer(int);
void __raddle_unsupported(const char *);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void __raddle_read(const void *, unsigned long);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

int shutdown(int fd, int how)
{
    int kind = __raddle_descriptor(fd);
    if (kind == 6 && __raddle_pipe_of(fd, 0) && how >= 0 && how <= 2) {
        if (how != 1)
            __raddle_unsupported("`shutdown` of the direction in which a socket is read");
        __raddle_drop_writer(fd);
        return 0;
    }
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int family = __raddle_socket_known(fd, 0);
        int state = __raddle_socket_state(fd, 0);
        int known = family == 1 || family == 2 || family == 10;
        if (known && (how < 0 || how > 2)) {
            *__errno_location() = EINVAL;
            return -1;
        }
        if (known && family != 1 && !(state & 14)) {
            *__errno_location() = ENOTCONN;
            return -1;
        }
        if (state & 8)
            __raddle_inexact("whether a socket is connected");
        // What can be done afterwards is not kept.
        __raddle_socket_state(fd, 8);
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
int __raddle_socket_known(int, int);
int __raddle_socket_option(int, int, int);
int *__errno_location(void);

int setsockopt(int fd, int level, int name, const void *value, unsigned int size)
{
    int kind = __raddle_descriptor(fd);
    if (value)
        __raddle_read(value, size);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int family = __raddle_socket_known(fd, 0);
        int switched = level == 1 && (name == 2 || name == 5 || name == 6 || name == 9 || name == 10 || name == 15) ? name
            : level == 6 && name == 1 && family != 1 && __raddle_socket_known(fd, 2) == 6 ? 16 : 0;
        if (level == 1 && (name == 3 || name == 4 || name == 30 || name == 38 || name == 39)) {
            *__errno_location() = ENOPROTOOPT;
            return -1;
        }
        if (switched) {
            if (size < 4 || size > 0x7fffffff || !value) {
                *__errno_location() = size < 4 || size > 0x7fffffff ? EINVAL : EFAULT;
                return -1;
            }
            if (__raddle_nondet_bool()) {
                *__errno_location() = name == 15 ? __raddle_one_of(ENOBUFS, ENOMEM, EOPNOTSUPP, EPERM) : __raddle_one_of(ENOBUFS, ENOMEM, EPERM);
                return -1;
            }
            __raddle_socket_option(fd, switched, *(const int *)value != 0);
            return 0;
        }
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
int __raddle_own_network(int);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
int __raddle_socket_option(int, int, int);
void __raddle_socket_new(int, int, int, int, int);
void __raddle_socket_name(int, void *, unsigned int *, int);
int *__errno_location(void);

int accept(int fd, void *address, unsigned int *size)
{
    int kind = __raddle_descriptor(fd);
    int other;
    int option;
    __raddle_own_network(1);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int family = __raddle_socket_known(fd, 0);
        int type = __raddle_socket_known(fd, 1);
        int state = __raddle_socket_state(fd, 0);
        if (family == 1 || family == 2 || family == 10) {
            if (type != 1 && type != 5) {
                *__errno_location() = EOPNOTSUPP;
                return -1;
            }
            if (!(state & 2)) {
                *__errno_location() = EINVAL;
                return -1;
            }
            if (__raddle_nondet_bool()) {
                *__errno_location() = __raddle_one_of(EAGAIN, ECONNABORTED, EINVAL, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM, EPROTO);
                return -1;
            }
            __raddle_socket_name(family, address, size, 0);
            other = __raddle_new_descriptor(6);
            __raddle_socket_new(other, family, type, __raddle_socket_known(fd, 2), 5);
            // Over the network the new socket begins with the options of the old one.
            if (family != 1)
                for (option = 0; option <= 16; option++)
                    __raddle_socket_option(other, option, __raddle_socket_option(fd, option, -1));
            return other;
        }
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? __raddle_one_of(EBADF, ENOTSOCK) : __raddle_one_of(EAGAIN, ECONNABORTED, EINVAL, EMFILE, ENFILE, ENOBUFS, ENOMEM,
                              EOPNOTSUPP, EPERM, EPROTO);
        return -1;
    }
    __raddle_socket_address(address, size);
    other = __raddle_new_descriptor(6);
    __raddle_socket_new(other, -1, 0, -1, 24);
    return other;
}

//@ getsockname
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_socket_address(void *, unsigned int *);
int __raddle_descriptor(int);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
void __raddle_socket_name(int, void *, unsigned int *, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

int getsockname(int fd, void *address, unsigned int *size)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (size && *size > 0x7fffffff) {
        *__errno_location() = kind == 7 ? __raddle_one_of(EBADF, EINVAL, ENOTSOCK) : EINVAL;
        return -1;
    }
    if (kind == 6) {
        int state = __raddle_socket_state(fd, 0);
        if (__raddle_nondet_bool()) {
            *__errno_location() = ENOBUFS;
            return -1;
        }
        if (state)
            __raddle_inexact("the address that a socket was given");
        __raddle_socket_name(__raddle_socket_known(fd, 0), address, size, !state);
        return 0;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? __raddle_one_of(EBADF, ENOTSOCK) : __raddle_one_of(EINVAL, ENOBUFS);
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
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
void __raddle_socket_name(int, void *, unsigned int *, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

int getpeername(int fd, void *address, unsigned int *size)
{
    int kind = __raddle_descriptor(fd);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int state = __raddle_socket_state(fd, 0);
        if (!(state & 12)) {
            *__errno_location() = ENOTCONN;
            return -1;
        }
        __raddle_inexact("the address of the other end of a socket");
        if (__raddle_nondet_bool()) {
            *__errno_location() = __raddle_one_of(EINVAL, ENOBUFS, ENOTCONN);
            return -1;
        }
        __raddle_socket_name(__raddle_socket_known(fd, 0), address, size, 0);
        return 0;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? __raddle_one_of(EBADF, ENOTSOCK) : __raddle_one_of(EINVAL, ENOBUFS, ENOTCONN);
        return -1;
    }
    __raddle_socket_address(address, size);
    return 0;
}

//@ getsockopt
int __raddle_nondet_int(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_write_any(void *, unsigned long);
int __raddle_descriptor(int);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
int __raddle_socket_option(int, int, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

int getsockopt(int fd, int level, int name, void *value, unsigned int *size)
{
    unsigned int room;
    int kind = __raddle_descriptor(fd);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6) {
        int answer = -1;
        int i;
        if (*size > 0x7fffffff) {
            *__errno_location() = EINVAL;
            return -1;
        }
        if (level == 1 && (name == 3 || name == 38 || name == 39))
            answer = __raddle_socket_known(fd, name == 3 ? 1 : name == 38 ? 2 : 0);
        else if (level == 1 && name == 4 && !(__raddle_socket_state(fd, 0) & ~3))
            answer = 0;
        else if (level == 1 && name == 30)
            answer = __raddle_socket_state(fd, 0) >> 1 & 1;
        else if (level == 1 && (name == 2 || name == 5 || name == 6 || name == 9 || name == 10 || name == 15))
            answer = __raddle_socket_option(fd, name, -1);
        else if (level == 6 && name == 1 && __raddle_socket_known(fd, 0) != 1 && __raddle_socket_known(fd, 2) == 6)
            answer = __raddle_socket_option(fd, 16, -1);
        if (answer >= 0) {
            if (__raddle_nondet_bool()) {
                *__errno_location() = __raddle_one_of(ENOBUFS, EPERM);
                return -1;
            }
            if (*size > 4)
                *size = 4;
            if (*size == 4)
                *(int *)value = answer;
            else
                for (i = 0; i < (int)*size; i++)
                    ((unsigned char *)value)[i] = (unsigned char)(answer >> 8 * i);
            return 0;
        }
        __raddle_inexact("an option of a socket");
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? __raddle_one_of(EBADF, ENOTSOCK) : __raddle_one_of(EINVAL, ENOPROTOOPT, EOPNOTSUPP);
        return -1;
    }
    room = *size;
    // As one number, so that it can be compared.
    if (room >= 4)
        *(int *)value = __raddle_nondet_int();
    else
        __raddle_write_any(value, room);
    *size = room < 4 ? room : 4;
    return 0;
}

//@ send __raddle_socket_send
long __raddle_long_up_to(long);
int __raddle_pipe_of(int, int);
long __raddle_pipe_write(int, const char *, unsigned long);
long __raddle_broken_pipe(int);
int __raddle_own_network(int);
void __raddle_inexact(const char *);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_read(const void *, unsigned long);
int __raddle_descriptor(int);
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
int __raddle_socket_unready(int, int, int, int);
int *__errno_location(void);

long __raddle_socket_send(int fd, const void *data, unsigned long size, int flags, int addressed)
{
    int kind = __raddle_descriptor(fd);
    int unready;
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6 && __raddle_pipe_of(fd, 0)) {
        int pipe = __raddle_pipe_of(fd, 1);
        long written;
        // Only some kinds of sockets can be told where to, although they are connected.
        if (addressed) {
            *__errno_location() = EISCONN;
            return -1;
        }
        written = pipe ? __raddle_pipe_write(pipe, data, size) : -2;
        return written == -2 ? __raddle_broken_pipe(flags & 0x4000) : written;
    }
    unready = kind == 6 ? __raddle_socket_unready(fd, 1, addressed, flags) : 0;
    if (unready == EPIPE)
        return __raddle_broken_pipe(flags & 0x4000);
    if (unready) {
        *__errno_location() = unready;
        return -1;
    }
    if (kind == 6 && addressed)
        __raddle_socket_state(fd, 16);
    if (kind == 6 && __raddle_own_network(0))
        __raddle_inexact("how much goes into a socket");
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? __raddle_one_of(EBADF, ENOTSOCK) : __raddle_one_of(EACCES, EAGAIN, EALREADY, ECONNRESET, EDESTADDRREQ, EINVAL, EISCONN, EMSGSIZE,
                              ENETUNREACH, ENOBUFS, ENOMEM, ENOTCONN, EOPNOTSUPP, EPIPE);
        return -1;
    }
    __raddle_read(data, size);
    // A message is sent as a whole.
    if (size == 0 || kind == 6 && __raddle_socket_known(fd, 1) != 1)
        return (long)size;
    return 1 + __raddle_long_up_to((long)(size - 1));
}

long send(int fd, const void *data, unsigned long size, int flags)
{
    return __raddle_socket_send(fd, data, size, flags, 0);
}

//@ sendto
long __raddle_socket_send(int, const void *, unsigned long, int, int);
void __raddle_read(const void *, unsigned long);
int __raddle_own_network(int);

long sendto(int fd, const void *data, unsigned long size, int flags, const void *address, unsigned int room)
{
    if (address) {
        __raddle_own_network(2);
        __raddle_read(address, room);
    }
    return __raddle_socket_send(fd, data, size, flags, address != 0);
}

//@ recv
char __raddle_nondet_char(void);
int __raddle_pipe_of(int, int);
int __raddle_description_flags(int, int);
long __raddle_pipe_read(int, char *, unsigned long, int, int);
int __raddle_own_network(int);
void __raddle_inexact(const char *);
void __raddle_unsupported(const char *);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_socket_unready(int, int, int, int);
void __raddle_inexact(const char *);
int *__errno_location(void);

long recv(int fd, void *data, unsigned long size, int flags)
{
    char *p = data;
    unsigned long i;
    int kind = __raddle_descriptor(fd);
    if (kind < 6 || kind > 7) {
        *__errno_location() = kind ? ENOTSOCK : EBADF;
        return -1;
    }
    if (kind == 6 && __raddle_pipe_of(fd, 0)) {
        // MSG_PEEK and MSG_DONTWAIT; the others change nothing here but MSG_WAITALL.
        if (flags & 0x100)
            __raddle_unsupported("`recv` that waits for all");
        return __raddle_pipe_read(__raddle_pipe_of(fd, 0), data, size, flags & 0x40 || __raddle_description_flags(fd, -1) & 04000,
                                  flags & 2);
    }
    if (kind == 6) {
        int unready = __raddle_socket_unready(fd, 0, 0, flags);
        if (unready) {
            *__errno_location() = unready;
            return -1;
        }
        if (flags & 0x20)
            __raddle_inexact("the size of a message that does not fit");
        if (__raddle_own_network(0))
            __raddle_inexact("what comes out of a socket");
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = kind == 7 && __raddle_nondet_bool() ? __raddle_one_of(EBADF, ENOTSOCK) : __raddle_one_of(EAGAIN, ECONNREFUSED, ECONNRESET, EINVAL, ENOMEM, ENOTCONN, ETIMEDOUT);
        return -1;
    }
    for (i = 0; i < size && __raddle_nondet_bool(); i++)
        p[i] = __raddle_nondet_char();
    return (long)i;
}

//@ recvfrom
// Of a stream there is no address of a sender.
long recv(int, void *, unsigned long, int);
int __raddle_descriptor(int);
int __raddle_socket_known(int, int);
void __raddle_inexact(const char *);
void __raddle_socket_name(int, void *, unsigned int *, int);

long recvfrom(int fd, void *data, unsigned long size, int flags, void *address, unsigned int *room)
{
    int kind = __raddle_descriptor(fd);
    long count = recv(fd, data, size, flags);
    if (count >= 0 && address && room) {
        int family = kind == 6 ? __raddle_socket_known(fd, 0) : -1;
        if (kind == 6 && __raddle_socket_known(fd, 1) == 1) {
            *room = 0;
        } else {
            if (family == 1)
                __raddle_inexact("the address of a sender");
            __raddle_socket_name(family, address, room, 0);
        }
    }
    return count;
}

//@ accept4
int accept(int, void *, unsigned int *);
int __raddle_description_flags(int, int);
int __raddle_descriptor_flag(int, int);
int *__errno_location(void);

int accept4(int fd, void *address, unsigned int *size, int flags)
{
    int new;
    if (flags & ~02004000) {
        *__errno_location() = EINVAL;
        return -1;
    }
    new = accept(fd, address, size);
    if (new >= 0) {
        __raddle_description_flags(new, flags & 04000 | 2);
        __raddle_descriptor_flag(new, flags >> 19 & 1);
    }
    return new;
}
