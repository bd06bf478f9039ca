//! What the system around a program tells and does: limits, names of users and hosts, other programs.

use crate::library::contract::{Contract, bytes, text};

const SUCCESS: &[(i128, i128)] = &[(0, 0)];
/// What may be wrong with a path.
const PATH: &[&str] = &["EACCES", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS"];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int posix_fadvise(int fd, long offset, long length, int advice)").returns(SUCCESS).status(&["EBADF", "EINVAL", "ESPIPE"]),
    Contract::of("int posix_fallocate(int fd, long offset, long length)").returns(SUCCESS)
        .status(&["EBADF", "EFBIG", "EINVAL", "ENODEV", "ENOSPC", "EOPNOTSUPP", "ESPIPE"]),
    Contract::of("int fallocate(int fd, int mode, long offset, long length)").returns(SUCCESS)
        .fails("-1", &["EBADF", "EFBIG", "EINVAL", "EIO", "ENODEV", "ENOSPC", "ENOSYS", "EOPNOTSUPP", "EPERM", "ESPIPE", "ETXTBSY"]),
    Contract::of("int uname(void *result)").writes(&[bytes("result", "390")]),
    Contract::of("int system(const char *command)").reads(&[text("command")]).fails("-1", &["EAGAIN", "ECHILD", "ENOMEM"])
        .assumes("a command that `system` runs does nothing to the program"),
    Contract::of("long getrandom(void *data, unsigned long size, unsigned int flags)").writes(&[bytes("data", "size")])
        .fails("-1", &["EAGAIN", "EINVAL"]),
    Contract::of("int getentropy(void *data, unsigned long size)").writes(&[bytes("data", "size")]).fails("-1", &["EIO"]),
    Contract::of("void arc4random_buf(void *data, unsigned long size)").writes(&[bytes("data", "size")]).nothing(),
    Contract::of("int sched_getaffinity(int process, unsigned long size, void *set)").writes(&[bytes("set", "size")])
        .fails("-1", &["EINVAL", "ESRCH"]),
    Contract::of("int __sched_cpucount(unsigned long size, const void *set)").reads(&[bytes("set", "size")]),
    Contract::of("int pthread_getaffinity_np(unsigned long thread, unsigned long size, void *set)").writes(&[bytes("set", "size")])
        .status(&["EINVAL"]),
    Contract::of("int getrlimit(int resource, void *limit)").writes(&[bytes("limit", "2 * sizeof(long)")]).fails("-1", &["EINVAL"]),
    Contract::of("void *getpwuid(unsigned int number)").fails("0", &["EIO", "EMFILE", "ENFILE", "ENOMEM"]),
    Contract::of("void *getpwnam(const char *name)").reads(&[text("name")]).fails("0", &["EIO", "EMFILE", "ENFILE", "ENOMEM"]),
    Contract::of("unsigned long malloc_usable_size(void *block)"),
    Contract::of("void *localeconv(void)"),
    Contract::of("void openlog(const char *name, int option, int facility)").nothing(),
    Contract::of("void closelog(void)").nothing(),
    Contract::of("int unlinkat(int directory, const char *path, int flags)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EBADF", "EBUSY", "EINVAL", "EIO", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "ENOTEMPTY", "EPERM", "EROFS",
    ]),
    Contract::of("int mkdirat(int directory, const char *path, unsigned int mode)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EBADF", "EDQUOT", "EEXIST", "ELOOP", "EMLINK", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "EPERM", "EROFS",
    ]),
    Contract::of("int faccessat(int directory, const char *path, int mode, int flags)").reads(&[text("path")]).returns(SUCCESS).fails("-1", &[
        "EACCES", "EBADF", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS", "ETXTBSY",
    ]),
    Contract::of("int utime(const char *path, const void *times)").reads(&[text("path"), bytes("times", "2 * sizeof(long)")])
        .returns(SUCCESS).fails("-1", PATH),
    Contract::of("int utimes(const char *path, const void *times)").reads(&[text("path"), bytes("times", "4 * sizeof(long)")])
        .returns(SUCCESS).fails("-1", &["EACCES", "EINVAL", "EIO", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOMEM", "ENOTDIR", "EPERM", "EROFS"]),
    Contract::of("int futimens(int fd, const void *times)").reads(&[bytes("times", "4 * sizeof(long)")]).returns(SUCCESS)
        .fails("-1", &["EACCES", "EBADF", "EINVAL", "EPERM", "EROFS"]),
    Contract::of("int utimensat(int directory, const char *path, const void *times, int flags)")
        .reads(&[text("path"), bytes("times", "4 * sizeof(long)")]).returns(SUCCESS)
        .fails("-1", &["EACCES", "EBADF", "EINVAL", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR", "EPERM", "EROFS"]),
    Contract::of("int setrlimit(int resource, const void *limit)").reads(&[bytes("limit", "2 * sizeof(long)")]).returns(SUCCESS)
        .fails("-1", &["EINVAL", "EPERM"]),
    Contract::of("int setpriority(int which, unsigned int who, int priority)").returns(SUCCESS)
        .fails("-1", &["EACCES", "EINVAL", "EPERM", "ESRCH"]),
    Contract::of("int fchown(int fd, unsigned int user, unsigned int group)").returns(SUCCESS).fails("-1", &["EBADF", "EIO", "EPERM", "EROFS"]),
    Contract::of("int lchown(const char *path, unsigned int user, unsigned int group)").reads(&[text("path")]).returns(SUCCESS)
        .fails("-1", PATH),
    Contract::of("int msync(void *at, unsigned long size, int flags)").returns(SUCCESS).fails("-1", &["EBUSY", "EINVAL", "ENOMEM"]),
];
