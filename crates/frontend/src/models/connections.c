// What is kept of sockets that the program made: family, type and protocol, how far they are on their way to a connection, and options
// that are on or off. Where POSIX leaves a choice it is what Linux does.

//@ __raddle_socket_new __raddle_socket_known __raddle_socket_state __raddle_socket_option
// The states, which add up: 1 it has an address, 2 it listens, 4 it is connected, 8 it may be connected, 16 it may have an address.
// Of a socket that the program did not make nothing is known; its family and type are -1.
int __raddle_description(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static _Atomic int families[24];
static _Atomic int types[24];
static _Atomic int protocols[24];
static _Atomic int states[24];
static _Atomic int options[24];

void __raddle_socket_new(int fd, int family, int type, int protocol, int state)
{
    int d;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    if (d >= 0) {
        int kind = type & 15;
        families[d] = family;
        types[d] = family < 0 ? -1 : family == 1 && kind == 3 ? 2 : kind;
        protocols[d] = family == 1 ? 0 : protocol ? protocol : kind == 1 ? 6 : kind == 2 ? 17 : -1;
        states[d] = state;
        options[d] = 0;
    }
    __VERIFIER_atomic_end();
}

// The family (0), type (1) or protocol (2); -1 if it is not known.
int __raddle_socket_known(int fd, int what)
{
    int d;
    int result = -1;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    if (d >= 0)
        result = what == 0 ? families[d] : what == 1 ? types[d] : protocols[d];
    __VERIFIER_atomic_end();
    return result;
}

// The state before some more is added to it; 24 if nothing is known.
int __raddle_socket_state(int fd, int more)
{
    int d;
    int old = 24;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    if (d >= 0) {
        old = states[d];
        if (more)
            states[d] = old | more;
    }
    __VERIFIER_atomic_end();
    return old;
}

// An option that is on or off, by its number; it is switched if a value is not negative.
int __raddle_socket_option(int fd, int number, int value)
{
    int d;
    int old = 0;
    __VERIFIER_atomic_begin();
    d = __raddle_description(fd);
    if (d >= 0) {
        old = options[d] >> number & 1;
        if (value >= 0)
            options[d] = options[d] & ~(1 << number) | (value != 0) << number;
    }
    __VERIFIER_atomic_end();
    return old;
}

//@ __raddle_socket_refuses
// Why there are no sockets of a family, type and protocol: an error number, or 0.
int __raddle_one_of(int, ...);

int __raddle_socket_refuses(int family, int type, int protocol)
{
    int kind = type & 15;
    int bad_type = type & ~(15 | 04000 | 02000000) || kind > 10;
    int bad_family = family <= 0 || family > 45;
    if (bad_type || bad_family)
        return bad_type && bad_family ? __raddle_one_of(EAFNOSUPPORT, EINVAL) : bad_type ? EINVAL : EAFNOSUPPORT;
    if (family == 1) {
        int known = kind == 1 || kind == 2 || kind == 3 || kind == 5;
        int bad_protocol = protocol != 0 && protocol != 1;
        return bad_protocol ? EPROTONOSUPPORT : known ? 0 : ESOCKTNOSUPPORT;
    }
    if (family == 2 || family == 10) {
        if (protocol < 0 || protocol > 262)
            return __raddle_one_of(EAFNOSUPPORT, EINVAL);
        if (kind == 0 || kind == 4 || kind > 6 && kind < 10)
            return __raddle_one_of(EAFNOSUPPORT, ESOCKTNOSUPPORT);
        if (kind == 1 && (protocol == 1 || protocol == 17) || kind == 2 && protocol == 6)
            return __raddle_one_of(EAFNOSUPPORT, EPROTONOSUPPORT);
    }
    return 0;
}

//@ __raddle_socket_unready
// Why nothing can be sent or received yet: an error number, or 0. With EPIPE comes SIGPIPE.
int __raddle_socket_known(int, int);
int __raddle_socket_state(int, int);
void __raddle_inexact(const char *);

int __raddle_socket_unready(int fd, int sends, int addressed, int flags)
{
    int family = __raddle_socket_known(fd, 0);
    int type = __raddle_socket_known(fd, 1);
    int state = __raddle_socket_state(fd, 0);
    if (family != 1 && family != 2 && family != 10 || state & 4)
        return 0;
    if (flags & (sends ? 0x20000000 : 0x2001))
        __raddle_inexact("special data of a socket");
    if (state & 8) {
        __raddle_inexact("whether a socket is connected");
        return 0;
    }
    if (type == 1 || type == 5) {
        if (sends)
            return family != 1 ? EPIPE : addressed && type == 1 ? EOPNOTSUPP : ENOTCONN;
        return family == 1 && type == 1 ? EINVAL : ENOTCONN;
    }
    if (type == 2 && sends && !addressed)
        return family == 1 ? ENOTCONN : EDESTADDRREQ;
    if (type == 2 && !sends && !(state & 17))
        __raddle_inexact("what a socket without an address receives");
    return 0;
}

//@ __raddle_socket_name
// The address of a socket of a family; any if `known` is 0, the one nobody has set otherwise. It is cut to the room there is; its real size is told.
void __raddle_zero(void *, unsigned long);
void __raddle_write_any(void *, unsigned long);
int __raddle_int_between(int, int);

void __raddle_socket_name(int family, void *address, unsigned int *size, int known)
{
    unsigned int room;
    unsigned int real;
    if (!address || !size)
        return;
    room = *size;
    real = family == 2 ? 16 : family == 10 ? 28 : family == 1 ? known ? 2u : (unsigned int)__raddle_int_between(2, 110)
        : (unsigned int)__raddle_int_between(2, 128);
    if (room > real)
        room = real;
    if (known)
        __raddle_zero(address, room);
    else
        __raddle_write_any(address, room);
    if (family > 0 && room >= 2) {
        ((unsigned char *)address)[0] = (unsigned char)family;
        ((unsigned char *)address)[1] = 0;
    }
    *size = real;
}
