//! Files, directories, descriptors and the process: unistd.h, fcntl.h, sys/stat.h, dirent.h, sys/mman.h.
//!
//! What the files of the environment contain is not known; descriptors that the program has open are different from
//! each other (the models in `files.c` keep them).

use crate::library::contract::{Contract, bytes, text};

/// What may be wrong with a path.
const PATH: &[&str] = &["EACCES", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR"];
/// What may be wrong with a path to something that is changed or removed.
const CHANGE: &[&str] = &[
    "EACCES",
    "EBUSY",
    "EDQUOT",
    "EEXIST",
    "EINVAL",
    "EIO",
    "EISDIR",
    "ELOOP",
    "EMLINK",
    "ENAMETOOLONG",
    "ENOENT",
    "ENOMEM",
    "ENOSPC",
    "ENOTDIR",
    "ENOTEMPTY",
    "EPERM",
    "EROFS",
    "EXDEV",
];
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
    Contract::of("int creat(const char *path, unsigned int mode)").reads(&[text("path")]).fails("-1", OPEN),
    Contract::of("int close(int fd)").fails("-1", &["EBADF", "EIO", "ENOSPC", "EDQUOT"]),
    Contract::of("int dup(int fd)").fails("-1", &["EBADF", "EMFILE", "ENOMEM"]),
    Contract::of("int dup2(int fd, int as)").fails("-1", &["EBADF", "EBUSY", "ENOMEM"]),
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
    Contract::of("long lseek(int fd, long offset, int whence)").fails("-1", &["EBADF", "EINVAL", "ENXIO", "EOVERFLOW", "ESPIPE"]),
    Contract::of("int fsync(int fd)").returns(SUCCESS).fails("-1", &["EBADF", "EDQUOT", "EINVAL", "EIO", "ENOSPC", "EROFS"]),
    Contract::of("int fdatasync(int fd)").returns(SUCCESS).fails("-1", &["EBADF", "EDQUOT", "EINVAL", "EIO", "ENOSPC", "EROFS"]),
    Contract::of("void sync(void)").nothing(),
    Contract::of("int ftruncate(int fd, long length)").returns(SUCCESS)
        .fails("-1", &["EBADF", "EFBIG", "EINVAL", "EIO", "EPERM", "ETXTBSY"]),
    Contract::of("int truncate(const char *path, long length)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EFBIG", "EINVAL", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR", "EPERM", "EROFS", "ETXTBSY",
    ]),
    Contract::of("int unlink(const char *path)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EBUSY", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS",
    ]),
    Contract::of("int rmdir(const char *path)").reads(&[text("path")]).returns(SUCCESS).fails("-1", CHANGE),
    Contract::of("int mkdir(const char *path, unsigned int mode)").reads(&[text("path")]).returns(SUCCESS).fails("-1", CHANGE),
    Contract::of("int mkfifo(const char *path, unsigned int mode)").reads(&[text("path")]).returns(SUCCESS).fails("-1", CHANGE),
    Contract::of("int link(const char *path, const char *new)").reads(&[text("path"), text("new")]).returns(SUCCESS)
        .fails("-1", CHANGE),
    Contract::of("int symlink(const char *target, const char *path)").reads(&[text("target"), text("path")]).returns(SUCCESS)
        .fails("-1", CHANGE),
    Contract::of("int remove(const char *path)").reads(&[text("path")]).returns(SUCCESS).fails("-1", CHANGE),
    Contract::of("int rename(const char *path, const char *new)").reads(&[text("path"), text("new")]).returns(SUCCESS)
        .fails("-1", CHANGE),
    Contract::of("int access(const char *path, int mode)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS", "ETXTBSY",
    ]),
    Contract::of("int chdir(const char *path)").reads(&[text("path")]).returns(SUCCESS).fails("-1", PATH),
    Contract::of("int fchdir(int fd)").returns(SUCCESS).fails("-1", &["EACCES", "EBADF", "ENOTDIR"]),
    Contract::of("int chmod(const char *path, unsigned int mode)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS",
    ]),
    Contract::of("int fchmod(int fd, unsigned int mode)").returns(SUCCESS).fails("-1", &["EBADF", "EIO", "EPERM", "EROFS"]),
    Contract::of("int chown(const char *path, unsigned int user, unsigned int group)").reads(&[text("path")]).returns(SUCCESS)
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
    Contract::of("int ioctl(int fd, unsigned long request, ...)").fails("-1", &["EBADF", "EINVAL", "ENOTTY"]),
    Contract::of("int flock(int fd, int operation)").returns(SUCCESS).fails("-1", &["EBADF", "EINVAL", "ENOLCK", "EWOULDBLOCK"]),
    Contract::of("void *opendir(const char *path)").reads(&[text("path")])
        .fails("0", &["EACCES", "EMFILE", "ENFILE", "ENOENT", "ENOMEM", "ENOTDIR"]),
    Contract::of("void *readdir(void *directory)").fails("0", &["EBADF", "ENOENT"]),
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
