//! Sockets and waiting for descriptors. What others send is any sequence of bytes.

use crate::library::contract::{Contract, bytes, text};

const SUCCESS: &[(i128, i128)] = &[(0, 0)];
/// Any number of bytes or descriptors that an `int` or a request can count.
const SOCKET: &[&str] = &[
    "EACCES",
    "EAFNOSUPPORT",
    "EINVAL",
    "EMFILE",
    "ENFILE",
    "ENOBUFS",
    "ENOMEM",
    "EOPNOTSUPP",
    "EPROTONOSUPPORT",
    "EPERM",
    "ESOCKTNOSUPPORT",
];
/// How much of a set of descriptors is used.
const SET: &str = "(count + 8 * sizeof(long) - 1) / (8 * sizeof(long)) * sizeof(long)";
const SEND: &[&str] = &[
    "EACCES",
    "EAGAIN",
    "EALREADY",
    "EBADF",
    "ECONNRESET",
    "EDESTADDRREQ",
    "EINVAL",
    "EISCONN",
    "EMSGSIZE",
    "ENETUNREACH",
    "ENOBUFS",
    "ENOMEM",
    "ENOTCONN",
    "ENOTSOCK",
    "EOPNOTSUPP",
    "EPIPE",
];
const RECEIVE: &[&str] =
    &["EAGAIN", "EBADF", "ECONNREFUSED", "ECONNRESET", "EINVAL", "ENOMEM", "ENOTCONN", "ENOTSOCK", "ETIMEDOUT"];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int socket(int family, int type, int protocol)").fails("-1", SOCKET),
    Contract::of("int socketpair(int family, int type, int protocol, int *ends)").writes(&[bytes("ends", "2 * sizeof(int)")])
        .fails("-1", SOCKET),
    Contract::of("int bind(int fd, const void *address, unsigned int size)").reads(&[bytes("address", "size")]).returns(SUCCESS)
        .fails("-1", &["EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EBADF", "EINVAL", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM",
            "ENOTDIR", "ENOTSOCK", "EROFS"]),
    Contract::of("int connect(int fd, const void *address, unsigned int size)").reads(&[bytes("address", "size")]).returns(SUCCESS)
        .fails("-1", &["EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EAGAIN", "EALREADY", "EBADF", "ECONNREFUSED",
            "ECONNRESET", "EHOSTUNREACH", "EINPROGRESS", "EINVAL", "EISCONN", "ELOOP", "ENAMETOOLONG",
            "ENETUNREACH", "ENOENT", "ENOTDIR", "ENOTSOCK", "EPERM", "EPROTOTYPE",
            "ETIMEDOUT"]),
    Contract::of("int listen(int fd, int backlog)").returns(SUCCESS)
        .fails("-1", &["EACCES", "EADDRINUSE", "EBADF", "EINVAL", "ENOBUFS", "ENOMEM", "ENOTSOCK", "EOPNOTSUPP"]),
    Contract::of("int accept(int fd, void *address, unsigned int *size)")
        .reads(&[bytes("size", "sizeof(unsigned int)")])
        .writes(&[bytes("address", "*size"), bytes("size", "sizeof(unsigned int)")])
        .fails("-1", &["EAGAIN", "EBADF", "ECONNABORTED", "EINVAL", "EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "ENOTSOCK",
            "EOPNOTSUPP", "EPERM", "EPROTO"]),
    Contract::of("int shutdown(int fd, int how)").returns(SUCCESS).fails("-1", &["EBADF", "EINVAL", "ENOTCONN", "ENOTSOCK"]),
    Contract::of("long send(int fd, const void *data, unsigned long size, int flags)").reads(&[bytes("data", "size")]).fails("-1", SEND),
    Contract::of("long sendto(int fd, const void *data, unsigned long size, int flags, const void *address, unsigned int room)")
        .reads(&[bytes("data", "size"), bytes("address", "room")]).fails("-1", SEND),
    Contract::of("long recv(int fd, void *data, unsigned long size, int flags)").writes(&[bytes("data", "size")]).fails("-1", RECEIVE),
    Contract::of("long recvfrom(int fd, void *data, unsigned long size, int flags, void *address, unsigned int *room)")
        .reads(&[bytes("room", "sizeof(unsigned int)")])
        .writes(&[bytes("data", "size"), bytes("address", "*room"), bytes("room", "sizeof(unsigned int)")]).fails("-1", RECEIVE),
    Contract::of("int setsockopt(int fd, int level, int name, const void *value, unsigned int size)").reads(&[bytes("value", "size")])
        .returns(SUCCESS).fails("-1", &["EBADF", "EDOM", "EFAULT", "EINVAL", "EISCONN", "ENOMEM", "ENOBUFS", "ENOPROTOOPT", "ENOTSOCK", "EOPNOTSUPP", "EPERM"]),
    Contract::of("int getsockopt(int fd, int level, int name, void *value, unsigned int *size)")
        .reads(&[bytes("size", "sizeof(unsigned int)")])
        .writes(&[bytes("value", "*size"), bytes("size", "sizeof(unsigned int)")])
        .fails("-1", &["EBADF", "EINVAL", "ENOBUFS", "ENOPROTOOPT", "ENOTSOCK", "EOPNOTSUPP", "EPERM"]),
    Contract::of("int getsockname(int fd, void *address, unsigned int *size)")
        .reads(&[bytes("size", "sizeof(unsigned int)")])
        .writes(&[bytes("address", "*size"), bytes("size", "sizeof(unsigned int)")])
        .fails("-1", &["EBADF", "EINVAL", "ENOBUFS", "ENOTSOCK"]),
    Contract::of("int getpeername(int fd, void *address, unsigned int *size)")
        .reads(&[bytes("size", "sizeof(unsigned int)")])
        .writes(&[bytes("address", "*size"), bytes("size", "sizeof(unsigned int)")])
        .fails("-1", &["EBADF", "EINVAL", "ENOBUFS", "ENOTCONN", "ENOTSOCK"]),
    // Of each entry only what has happened is written, its last two bytes.
    Contract::of("int poll(void *entries, unsigned long count, int timeout)").reads(&[bytes("entries", "8 * count")])
        .writes(&[bytes("entries", "8 * count")]).fails("-1", &["EINVAL", "ENOMEM"]),
    // Whole words of the sets.
    Contract::of("int select(int count, void *readable, void *writable, void *exceptional, void *timeout)")
        .reads(&[bytes("readable", SET), bytes("writable", SET), bytes("exceptional", SET), bytes("timeout", "2 * sizeof(long)")])
        .writes(&[bytes("readable", SET), bytes("writable", SET), bytes("exceptional", SET), bytes("timeout", "2 * sizeof(long)")])
        .fails("-1", &["EBADF", "EINVAL", "ENOMEM"]),
    Contract::of("int accept4(int fd, void *address, unsigned int *size, int flags)").fails("-1", &[
        "EAGAIN", "EBADF", "ECONNABORTED", "EINVAL", "EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "ENOTSOCK", "EOPNOTSUPP", "EPERM", "EPROTO",
    ]),
    Contract::of("int epoll_create(int size)").fails("-1", &["EINVAL", "EMFILE", "ENFILE", "ENOMEM"]),
    Contract::of("int epoll_create1(int flags)").fails("-1", &["EINVAL", "EMFILE", "ENFILE", "ENOMEM"]),
    Contract::of("int epoll_ctl(int set, int operation, int fd, void *event)").reads(&[bytes("event", "operation == 2 ? 0 : 12")])
        .fails("-1", &["EBADF", "EEXIST", "EINVAL", "ENOENT", "EPERM"]),
    Contract::of("int epoll_wait(int set, void *events, int most, int timeout)").fails("-1", &["EBADF", "EINVAL"]),
    Contract::of("const char *inet_ntop(int family, const void *address, char *text, unsigned int room)")
        .reads(&[bytes("address", "family == 2 ? 4 : family == 10 ? 16 : 0")]).fails("0", &["EAFNOSUPPORT", "ENOSPC"]),
    Contract::of("int inet_aton(const char *text, void *address)").reads(&[text("text")]),
    Contract::of("unsigned int inet_addr(const char *text)").reads(&[text("text")]),
    Contract::of("char *inet_ntoa(struct in_addr address)"),
    Contract::of("int getaddrinfo(const char *node, const char *service, const void *wanted, void **result)")
        .reads(&[text("node"), text("service"), bytes("wanted", "4 * sizeof(int)")]).writes(&[bytes("result", "sizeof(void *)")]),
    Contract::of("void freeaddrinfo(void *first)").nothing(),
    Contract::of("const char *gai_strerror(int error)"),
    Contract::of("int inet_pton(int family, const char *text, void *address)").reads(&[text("text")])
        .writes(&[bytes("address", "family == 2 ? 4 : 16")]).fails("-1", &["EAFNOSUPPORT"]),
];
