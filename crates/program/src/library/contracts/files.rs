//! Files, directories, descriptors and the process: unistd.h, fcntl.h, sys/stat.h, dirent.h, sys/mman.h.
//!
//! What the files of the environment contain is not known; descriptors that the program has open are different from
//! each other (the models in `files.c` keep them).
//!
//! Some paths say by themselves what they name: what `__raddle_path` (`opened.c`) tells of them is 1 for an empty path, 2 for one that is
//! too long, 4 for the root, 8 for `.` and `..` alone, 16 and 32 where the last name is `.` or `..`, 64 where a slash ends it. What
//! `__raddle_nature` tells of a descriptor is 1 for a regular file, 2 for a directory, 3 for a block device, 4 for a pipe with a name, 5 for a
//! device that ignores positions, 6 for a descriptor of a path alone, 7 for a terminal, 0 if it is not known.

use crate::library::contract::{Contract, Refusal, bytes, text, when};

/// What may be wrong with a path.
const PATH: &[&str] = &["EACCES", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR"];
/// What may be wrong with a path to something that is renamed.
#[rustfmt::skip]
const CHANGE: &[&str] = &[
    "EACCES", "EBUSY", "EDQUOT", "EEXIST", "EINVAL", "EIO", "EISDIR", "ELOOP", "EMLINK", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR",
    "ENOTEMPTY", "EPERM", "EROFS", "EXDEV",
];
/// What may be wrong with a path to something that is made.
#[rustfmt::skip]
const MAKE: &[&str] = &[
    "EACCES", "EDQUOT", "EEXIST", "EIO", "ELOOP", "EMLINK", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "EPERM", "EROFS",
];
/// What may be wrong with a path to a directory that is removed.
#[rustfmt::skip]
const REMOVE: &[&str] = &[
    "EACCES", "EBUSY", "EEXIST", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "ENOTEMPTY", "EPERM", "EROFS",
];

const NO_PATH: Refusal = when("__raddle_path(path) & 1", &["ENOENT"]);
const LONG_PATH: Refusal = when("__raddle_path(path) & 2", &["ENAMETOOLONG"]);
/// Nothing can be made at a path that exists, nor a file at one that ends in a slash.
const EXISTS: &[&str] = &["EACCES", "EEXIST", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR"];

/// What may happen to data on its way.
const TRANSFER: &[&str] = &["EAGAIN", "EBADF", "EINVAL", "EIO", "EISDIR", "ENXIO", "EOVERFLOW", "ESPIPE"];
const OUTPUT: &[&str] =
    &["EAGAIN", "EBADF", "EDESTADDRREQ", "EDQUOT", "EFBIG", "EINVAL", "EIO", "ENOSPC", "EPERM", "EPIPE", "ESPIPE"];
const OPEN: &[&str] = &[
    "EACCES",
    "EBUSY",
    "EDQUOT",
    "EEXIST",
    "EFBIG",
    "EINVAL",
    "EIO",
    "EISDIR",
    "ELOOP",
    "EMFILE",
    "ENAMETOOLONG",
    "ENFILE",
    "ENODEV",
    "ENOENT",
    "ENOMEM",
    "ENOSPC",
    "ENOTDIR",
    "ENXIO",
    "EOPNOTSUPP",
    "EOVERFLOW",
    "EPERM",
    "EROFS",
    "ETXTBSY",
];

const SUCCESS: &[(i128, i128)] = &[(0, 0)];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int open(const char *path, int flags, ...)").reads(&[text("path")]).fails("-1", OPEN),
    Contract::of("int open64(const char *path, int flags, ...)").reads(&[text("path")]).fails("-1", OPEN),
    Contract::of("int openat(int directory, const char *path, int flags, ...)").reads(&[text("path")]).fails("-1", &[
        "EACCES", "EBADF", "EBUSY", "EDQUOT", "EEXIST", "EFBIG", "EINVAL", "EIO", "EISDIR", "ELOOP", "EMFILE", "ENAMETOOLONG", "ENFILE",
        "ENODEV", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "ENXIO", "EOPNOTSUPP", "EOVERFLOW", "EPERM", "EROFS", "ETXTBSY",
    ]),
    Contract::of("int mkstemp(char *template)").reads(&[text("template")]).fails("-1", &[
        "EACCES", "EEXIST", "EINVAL", "EIO", "ELOOP", "EMFILE", "ENAMETOOLONG", "ENFILE", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "EROFS",
    ]),
    Contract::of("char *mkdtemp(char *template)").reads(&[text("template")]).fails("0", &[
        "EACCES", "EDQUOT", "EEXIST", "EINVAL", "ELOOP", "EMLINK", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "EROFS",
    ]),
    Contract::of("char *realpath(const char *path, char *result)").reads(&[text("path")]).fails("0", &[
        "EACCES", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR",
    ]),
    Contract::of("char *basename(const char *path)").reads(&[text("path")]),
    Contract::of("char *__xpg_basename(char *path)").reads(&[text("path")]),
    Contract::of("char *dirname(char *path)").reads(&[text("path")]),
    Contract::of("int creat(const char *path, unsigned int mode)").reads(&[text("path")]).fails("-1", OPEN),
    Contract::of("int close(int fd)").fails("-1", &["EBADF", "EIO", "ENOSPC", "EDQUOT"]),
    Contract::of("int dup(int fd)").fails("-1", &["EBADF", "EMFILE", "ENOMEM"]),
    Contract::of("int dup2(int fd, int as)").fails("-1", &["EBADF", "EBUSY", "ENOMEM"]),
    Contract::of("int dup3(int fd, int as, int flags)").fails("-1", &["EBADF", "EINVAL"]),
    Contract::of("int eventfd(unsigned int initial, int flags)").fails("-1", &["EINVAL", "EMFILE", "ENFILE", "ENODEV", "ENOMEM"]),
    Contract::of("int eventfd_read(int fd, unsigned long long *value)").writes(&[bytes("value", "8")]).fails("-1", TRANSFER),
    Contract::of("int eventfd_write(int fd, unsigned long long value)").fails("-1", OUTPUT),
    Contract::of("int pipe(int *ends)").writes(&[bytes("ends", "2 * sizeof(int)")]).fails("-1", &["EMFILE", "ENFILE"]),
    Contract::of("int pipe2(int *ends, int flags)").writes(&[bytes("ends", "2 * sizeof(int)")])
        .fails("-1", &["EINVAL", "EMFILE", "ENFILE"]),
    Contract::of("long read(int fd, void *data, unsigned long size)").writes(&[bytes("data", "size")]).fails("-1", TRANSFER),
    Contract::of("long pread(int fd, void *data, unsigned long size, long offset)").writes(&[bytes("data", "size")])
        .fails("-1", TRANSFER),
    Contract::of("long write(int fd, const void *data, unsigned long size)").reads(&[bytes("data", "size")])
        .fails("-1", OUTPUT),
    Contract::of("long pwrite(int fd, const void *data, unsigned long size, long offset)").reads(&[bytes("data", "size")])
        .fails("-1", OUTPUT),
    // What the pieces point to is read or written, too.
    Contract::of("long readv(int fd, const void *pieces, int count)").reads(&[bytes("pieces", "count * 2 * sizeof(long)")])
        .fails("-1", TRANSFER),
    Contract::of("long writev(int fd, const void *pieces, int count)").reads(&[bytes("pieces", "count * 2 * sizeof(long)")])
        .fails("-1", OUTPUT),
    Contract::of("long sendfile(int to, int from, long *offset, unsigned long count)").reads(&[bytes("offset", "sizeof(long)")])
        .writes(&[bytes("offset", "sizeof(long)")])
        .fails("-1", &[
            "EAGAIN", "EBADF", "ECONNRESET", "EDQUOT", "EFBIG", "EINVAL", "EIO", "ENOMEM", "ENOSPC", "ENOTCONN", "EOVERFLOW", "EPERM", "EPIPE", "ESPIPE",
        ]),
    Contract::of("long lseek(int fd, long offset, int whence)").fails("-1", &["EBADF", "EINVAL", "ENXIO", "EOVERFLOW", "ESPIPE"]),
    Contract::of("int fsync(int fd)").returns(SUCCESS)
        .refuses(&[
            when("kind >= 4 && kind != 7", &["EINVAL"]),
            when("__raddle_nature(fd) == 6", &["EBADF"]),
            when("__raddle_nature(fd) == 4 || __raddle_nature(fd) == 7", &["EINVAL", "EROFS"]),
        ])
        .fails("-1", &["EBADF", "EDQUOT", "EINVAL", "EIO", "ENOSPC", "EROFS"]),
    Contract::of("int fdatasync(int fd)").returns(SUCCESS)
        .refuses(&[
            when("kind >= 4 && kind != 7", &["EINVAL"]),
            when("__raddle_nature(fd) == 6", &["EBADF"]),
            when("__raddle_nature(fd) == 4 || __raddle_nature(fd) == 7", &["EINVAL", "EROFS"]),
        ])
        .fails("-1", &["EBADF", "EDQUOT", "EINVAL", "EIO", "ENOSPC", "EROFS"]),
    Contract::of("void sync(void)").nothing(),
    Contract::of("int ftruncate(int fd, long length)").returns(SUCCESS)
        .refuses(&[
            when("length < 0", &["EINVAL"]),
            when("__raddle_nature(fd) == 6", &["EBADF"]),
            when("kind == 1 || kind >= 4 && kind != 7", &["EINVAL"]),
            when("__raddle_nature(fd) > 1", &["EINVAL", "EPERM"]),
        ])
        .fails("-1", &["EBADF", "EFBIG", "EINVAL", "EIO", "EPERM", "ETXTBSY"]),
    Contract::of("int truncate(const char *path, long length)").reads(&[text("path")]).returns(SUCCESS)
        .refuses(&[
            when("length < 0", &["EINVAL"]), NO_PATH, LONG_PATH,
            when("__raddle_path(path) & 4", &["EISDIR"]),
            when("__raddle_path(path) & 120", &["EACCES", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR"]),
        ])
        .fails("-1", &[
            "EACCES", "EFBIG", "EINVAL", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR", "EPERM", "EROFS", "ETXTBSY",
        ]),
    Contract::of("int unlink(const char *path)").reads(&[text("path")]).returns(SUCCESS)
        .refuses(&[
            NO_PATH, LONG_PATH,
            when("__raddle_path(path) & 4", &["EISDIR"]),
            when("__raddle_path(path) & 8", &["EACCES", "EISDIR"]),
            when("__raddle_path(path) & 112", &["EACCES", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EROFS"]),
        ])
        .fails("-1", &["EACCES", "EBUSY", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS"]),
    Contract::of("int rmdir(const char *path)").reads(&[text("path")]).returns(SUCCESS)
        .refuses(&[
            NO_PATH, LONG_PATH,
            when("(__raddle_path(path) & 52) == 4", &["EBUSY"]),
            when("(__raddle_path(path) & 20) == 20", &["EINVAL"]),
            when("(__raddle_path(path) & 36) == 36", &["ENOTEMPTY"]),
            when("(__raddle_path(path) & 24) == 24", &["EACCES", "EINVAL"]),
            when("(__raddle_path(path) & 40) == 40", &["EACCES", "ENOTEMPTY"]),
            when("__raddle_path(path) & 48", &["EACCES", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "ENOTEMPTY"]),
        ])
        .fails("-1", REMOVE),
    Contract::of("int mkdir(const char *path, unsigned int mode)").reads(&[text("path")]).returns(SUCCESS)
        .refuses(&[
            NO_PATH, LONG_PATH,
            when("__raddle_path(path) & 4", &["EEXIST"]),
            when("__raddle_path(path) & 8", &["EACCES", "EEXIST"]),
            when("__raddle_path(path) & 48", EXISTS),
        ])
        .fails("-1", MAKE),
    Contract::of("int mkfifo(const char *path, unsigned int mode)").reads(&[text("path")]).returns(SUCCESS)
        .refuses(&[
            NO_PATH, LONG_PATH,
            when("__raddle_path(path) & 4", &["EEXIST"]),
            when("__raddle_path(path) & 8", &["EACCES", "EEXIST"]),
            when("__raddle_path(path) & 112", EXISTS),
        ])
        .fails("-1", MAKE),
    Contract::of("int link(const char *path, const char *new)").reads(&[text("path"), text("new")]).returns(SUCCESS)
        .refuses(&[
            NO_PATH, LONG_PATH,
            when("__raddle_path(path) & 124 || __raddle_path(new) & 127", &[
                "EACCES", "EEXIST", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS", "EXDEV",
            ]),
        ])
        .fails("-1", &[
            "EACCES", "EDQUOT", "EEXIST", "EIO", "ELOOP", "EMLINK", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "EPERM", "EROFS",
            "EXDEV",
        ]),
    Contract::of("int symlink(const char *target, const char *path)").reads(&[text("target"), text("path")]).returns(SUCCESS)
        .refuses(&[
            when("__raddle_path(target) & 1", &["ENOENT"]),
            when("__raddle_path(target) & 2", &["ENAMETOOLONG"]),
            NO_PATH, LONG_PATH,
            when("__raddle_path(path) & 4", &["EEXIST"]),
            when("__raddle_path(path) & 8", &["EACCES", "EEXIST"]),
            when("__raddle_path(path) & 112", EXISTS),
        ])
        .fails("-1", MAKE),
    // It tries whether it is a file first.
    Contract::of("int remove(const char *path)").reads(&[text("path")]).returns(SUCCESS)
        .refuses(&[
            NO_PATH, LONG_PATH,
            when("(__raddle_path(path) & 52) == 4", &["EBUSY"]),
            when("(__raddle_path(path) & 20) == 20", &["EINVAL"]),
            when("(__raddle_path(path) & 36) == 36", &["ENOTEMPTY"]),
            when("(__raddle_path(path) & 24) == 24", &["EACCES", "EINVAL"]),
            when("(__raddle_path(path) & 40) == 40", &["EACCES", "ENOTEMPTY"]),
            when("__raddle_path(path) & 48", &["EACCES", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "ENOTEMPTY"]),
        ])
        .fails("-1", REMOVE)
        .leaves(&["EISDIR", "EPERM"]),
    Contract::of("int rename(const char *path, const char *new)").reads(&[text("path"), text("new")]).returns(SUCCESS)
        .refuses(&[
            NO_PATH, LONG_PATH,
            when("(__raddle_path(path) | __raddle_path(new)) & 55", &[
                "EACCES", "EBUSY", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EROFS", "EXDEV",
            ]),
        ])
        .fails("-1", CHANGE),
    Contract::of("int access(const char *path, int mode)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS", "ETXTBSY",
    ]),
    Contract::of("int chdir(const char *path)").reads(&[text("path")]).returns(SUCCESS).refuses(&[NO_PATH, LONG_PATH]).fails("-1", PATH),
    Contract::of("int fchdir(int fd)").returns(SUCCESS)
        .refuses(&[
            when("kind >= 2 && kind <= 6", &["ENOTDIR"]),
            when("__raddle_nature(fd) && __raddle_nature(fd) != 2 && __raddle_nature(fd) != 6", &["ENOTDIR"]),
        ])
        .fails("-1", &["EACCES", "EBADF", "ENOTDIR"]),
    Contract::of("int chmod(const char *path, unsigned int mode)").reads(&[text("path")]).returns(SUCCESS).refuses(&[NO_PATH, LONG_PATH])
        .fails("-1", &["EACCES", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS"]),
    Contract::of("int fchmod(int fd, unsigned int mode)").returns(SUCCESS).fails("-1", &["EBADF", "EIO", "EPERM", "EROFS"]),
    Contract::of("int chown(const char *path, unsigned int user, unsigned int group)").reads(&[text("path")]).returns(SUCCESS)
        .refuses(&[NO_PATH, LONG_PATH])
        .fails("-1", &["EACCES", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS"]),
    Contract::of("int isatty(int fd)").returns(&[(1, 1)]).fails("0", &["EBADF", "ENOTTY", "EINVAL"]),
    Contract::of("char *getcwd(char *path, unsigned long size)").writes(&[bytes("path", "size")]).fails("0", &[
        "EACCES", "EINVAL", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ERANGE",
    ]),
    Contract::of("long readlink(const char *path, char *target, unsigned long size)").reads(&[text("path")])
        .writes(&[bytes("target", "size")]).fails("-1", &[
            "EACCES", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR",
        ]),
    Contract::of("int gethostname(char *name, unsigned long size)").writes(&[bytes("name", "size")])
        .fails("-1", &["EINVAL", "ENAMETOOLONG"]),
    Contract::of("int stat(const char *path, void *status)").reads(&[text("path")]).writes(&[bytes("status", "144")])
        .fails("-1", &["EACCES", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EOVERFLOW"]),
    Contract::of("int lstat(const char *path, void *status)").reads(&[text("path")]).writes(&[bytes("status", "144")])
        .fails("-1", &["EACCES", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EOVERFLOW"]),
    Contract::of("int fstat(int fd, void *status)").writes(&[bytes("status", "144")])
        .fails("-1", &["EBADF", "ENOMEM", "EOVERFLOW"]),
    Contract::of("int fcntl(int fd, int command, ...)").fails("-1", &["EACCES", "EAGAIN", "EBADF", "EBUSY", "EINVAL", "EMFILE", "EPERM"]),
    Contract::of("int fcntl64(int fd, int command, ...)").fails("-1", &["EACCES", "EAGAIN", "EBADF", "EBUSY", "EINVAL", "EMFILE", "EPERM"]),
    Contract::of("int ioctl(int fd, unsigned long request, ...)").fails("-1", &["EBADF", "EINVAL", "ENOTTY"]),
    Contract::of("int flock(int fd, int operation)").returns(SUCCESS).fails("-1", &["EBADF", "EINVAL", "ENOLCK", "EWOULDBLOCK"]),
    Contract::of("void *opendir(const char *path)").reads(&[text("path")])
        .fails("0", &["EACCES", "EIO", "ELOOP", "EMFILE", "ENAMETOOLONG", "ENFILE", "ENOENT", "ENOMEM", "ENOTDIR"]),
    Contract::of("void *readdir(void *directory)").fails("0", &["EBADF", "EIO", "ENOENT"]),
    Contract::of("int closedir(void *directory)").fails("-1", &["EBADF"]),
    Contract::of("void *mmap(void *at, unsigned long size, int protection, int flags, int fd, long offset)").fails("(void *)-1", &[
        "EACCES", "EAGAIN", "EBADF", "EEXIST", "EINVAL", "ENFILE", "ENODEV", "ENOMEM", "EOVERFLOW", "EPERM", "ETXTBSY",
    ]).assumes("mapping anonymous memory never fails"),
    Contract::of("int munmap(void *at, unsigned long size)").fails("-1", &["EINVAL"]),
    Contract::of("int mprotect(void *at, unsigned long size, int protection)").fails("-1", &["EACCES", "EINVAL", "ENOMEM"]),
    Contract::of("int madvise(void *at, unsigned long size, int advice)").returns(SUCCESS)
        .fails("-1", &["EAGAIN", "EBADF", "EINVAL", "EIO", "ENOMEM", "EPERM"]),
    Contract::of("int mlock(const void *at, unsigned long size)").returns(SUCCESS).fails("-1", &["EAGAIN", "EINVAL", "ENOMEM", "EPERM"]),
    Contract::of("int munlock(const void *at, unsigned long size)").returns(SUCCESS).fails("-1", &["EAGAIN", "EINVAL", "ENOMEM", "EPERM"]),
    Contract::of("unsigned int umask(unsigned int mask)"),
];
