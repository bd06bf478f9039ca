//! Which library functions are cancellation points.
//!
//! POSIX 2008 (System Interfaces 2.9.5.2) has two lists: functions at which a thread that shall end does so, and functions at which it may.
//! With the second kind both is possible at every call: whether the C library ends the thread there depends on buffers and on how it was built, which no
//! program can rely on. What POSIX does not know but glibc makes one (`accept4`, `epoll_wait`, `warn`) is in the lists, too. The operations of
//! the program model that are cancellation points say so themselves ([`crate::SyncOp::is_cancellation_point`]).
//!
//! POSIX also allows it for waiting for a read-write lock. There glibc decides (docs/soundness.md, decisions on meaning), for which it is none.

/// Whether a thread that shall end does so when it calls a library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellationPoint {
    /// Always.
    Always,
    /// If the function happens to wait, read or write.
    Perhaps,
}

/// Whether a library function of this name is a cancellation point. Names that glibc's headers put in the place of others (for checked buffers,
/// large files, other versions of the standard), and versions that do not lock their stream, are what the function behind them is.
pub fn cancellation_point(name: &str) -> Option<CancellationPoint> {
    let plain = ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    let plain = plain.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")).unwrap_or(plain);
    let plain = ["_unlocked", "64"].iter().find_map(|suffix| plain.strip_suffix(suffix)).unwrap_or(plain);
    if POINTS.binary_search(&plain).is_ok() {
        Some(CancellationPoint::Always)
    } else {
        PERHAPS_POINTS.binary_search(&plain).is_ok().then_some(CancellationPoint::Perhaps)
    }
}

#[rustfmt::skip]
const POINTS: &[&str] = &[
    "accept", "accept4", "aio_suspend", "clock_nanosleep", "close", "connect", "creat", "epoll_pwait", "epoll_wait", "fdatasync", "fsync",
    "getrandom", "mq_receive", "mq_send", "mq_timedreceive", "mq_timedsend", "msgrcv", "msgsnd", "msync", "nanosleep", "open", "openat",
    "pause", "poll", "ppoll", "pread", "preadv", "pselect", "pwrite", "pwritev", "read", "readv", "recv", "recvfrom", "recvmmsg",
    "recvmsg", "select", "send", "sendmmsg", "sendmsg", "sendto", "sigpause", "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo",
    "sleep", "splice", "system", "tcdrain", "thrd_sleep", "usleep", "wait", "wait3", "wait4", "waitid", "waitpid", "write", "writev",
];

#[rustfmt::skip]
const PERHAPS_POINTS: &[&str] = &[
    "access", "asctime", "asctime_r", "catclose", "catgets", "catopen", "chdir", "chmod", "chown", "closedir", "closelog", "ctermid",
    "ctime", "ctime_r", "dlclose", "dlopen", "dprintf", "endgrent", "endhostent", "endnetent", "endprotoent", "endpwent", "endservent",
    "endutxent", "err", "errx", "faccessat", "fchmod", "fchmodat", "fchown", "fchownat", "fclose", "fcloseall",
    "fcntl", "fdopen", "fflush", "fgetc", "fgetpos", "fgets", "fgetwc", "fgetws", "fmtmsg", "fopen", "fpathconf", "fprintf", "fputc",
    "fputs", "fputwc", "fputws", "fread", "freopen", "fscanf", "fseek", "fseeko", "fsetpos", "fstat", "fstatat", "ftell", "ftello", "ftw",
    "futimens", "fwprintf", "fwrite", "fwscanf", "getaddrinfo", "getc", "getchar", "getcwd", "getdate", "getdelim", "getgrent",
    "getgrgid", "getgrgid_r", "getgrnam", "getgrnam_r", "gethostbyaddr", "gethostbyname", "gethostent", "gethostid", "gethostname",
    "getline", "getlogin", "getlogin_r", "getnameinfo", "getnetbyaddr", "getnetbyname", "getnetent", "getopt", "getopt_long",
    "getopt_long_only", "getprotobyname", "getprotobynumber", "getprotoent", "getpwent", "getpwnam", "getpwnam_r", "getpwuid",
    "getpwuid_r", "gets", "getservbyname", "getservbyport", "getservent", "getutxent", "getutxid", "getutxline", "getw", "getwc",
    "getwchar", "getwd", "glob", "iconv_close", "iconv_open", "ioctl", "link", "linkat", "lio_listio", "localtime", "localtime_r",
    "lockf", "lseek", "lstat", "mkdir", "mkdirat", "mkdtemp", "mkfifo", "mkfifoat", "mknod", "mknodat", "mkstemp", "mktime", "nftw",
    "opendir", "openlog", "pathconf", "pclose", "perror", "popen", "posix_fadvise", "posix_fallocate", "posix_madvise", "posix_openpt",
    "posix_spawn", "posix_spawnp", "printf", "psiginfo", "psignal", "putc", "putchar", "puts", "pututxline", "putw", "putwc", "putwchar",
    "readdir", "readdir_r", "readlink", "readlinkat", "remove", "rename", "renameat", "rewind", "rewinddir", "rmdir", "scandir", "scanf",
    "seekdir", "semop", "setgrent", "sethostent", "setnetent", "setprotoent", "setpwent", "setservent", "setutxent", "stat", "strerror",
    "strerror_r", "strftime", "symlink", "symlinkat", "sync", "syslog", "tmpfile", "tmpnam", "ttyname", "ttyname_r", "tzset", "ungetc",
    "ungetwc", "unlink", "unlinkat", "utime", "utimensat", "utimes", "vdprintf", "verr", "verrx", "vfprintf", "vfscanf", "vfwprintf",
    "vfwscanf", "vprintf", "vscanf", "vsyslog", "vwarn", "vwarnx", "vwprintf", "vwscanf", "warn", "warnx", "wcsftime", "wordexp",
    "wprintf", "wscanf",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancellation_points_are_sorted() {
        for pair in POINTS.windows(2).chain(PERHAPS_POINTS.windows(2)) {
            assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
        }
    }

    #[test]
    fn other_names_of_a_function_are_the_same_point() {
        for name in ["read", "__read_chk", "open64"] {
            assert_eq!(cancellation_point(name), Some(CancellationPoint::Always), "{name}");
        }
        for name in ["puts", "__isoc99_scanf", "__isoc23_fscanf", "__printf_chk", "fputs_unlocked", "fopen64"] {
            assert_eq!(cancellation_point(name), Some(CancellationPoint::Perhaps), "{name}");
        }
        for name in ["memcpy", "__memcpy_chk", "pthread_mutex_lock", "pthread_rwlock_rdlock", "snprintf"] {
            assert_eq!(cancellation_point(name), None, "{name}");
        }
    }
}
