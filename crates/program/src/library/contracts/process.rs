//! The process, its scheduling and its system: unistd.h, sched.h, sys/sysinfo.h, and the ends of a program, stdlib.h.
//!
//! What is the same at every call in the real world is the same here. Sleeping takes any time and is never interrupted.

use crate::library::contract::{Contract, bytes};

/// What reading a file of the system may leave in `errno`; processors are counted in another way then.
const SYSTEM_FILE: &[&str] = &["EACCES", "EMFILE", "ENFILE", "ENOENT", "ENOMEM"];
const SUCCESS: &[(i128, i128)] = &[(0, 0)];
/// Numbers of processes.
const PROCESS: &[(i128, i128)] = &[(1, 4_194_303)];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int getpid(void)").returns(PROCESS),
    Contract::of("int gettid(void)").returns(PROCESS),
    // 0: the parent is outside of the namespace.
    Contract::of("int getppid(void)").returns(&[(0, 4_194_303)]),
    Contract::of("unsigned int getuid(void)"),
    Contract::of("unsigned int geteuid(void)"),
    Contract::of("unsigned int getgid(void)"),
    Contract::of("unsigned int getegid(void)"),
    Contract::of("unsigned int sleep(unsigned int seconds)").returns(SUCCESS),
    Contract::of("int usleep(unsigned int microseconds)").returns(SUCCESS),
    Contract::of("int getpagesize(void)").returns(&[(4096, 4096)]),
    Contract::of("long sysconf(int name)").fails("-1", &["EINVAL"]).leaves(SYSTEM_FILE),
    Contract::of("int get_nprocs(void)").returns(&[(1, 8192)]).leaves(SYSTEM_FILE),
    Contract::of("int get_nprocs_conf(void)").returns(&[(1, 8192)]).leaves(SYSTEM_FILE),

    // Only names of threads are modelled: 15 is PR_SET_NAME, 16 PR_GET_NAME. What they read and write is behind the variable arguments.
    Contract::of("int prctl(int option, ...)").returns(SUCCESS),

    // A second return needs `longjmp`, which is not modelled.
    Contract::of("int _setjmp(void *environment)").writes(&[bytes("environment", "(sizeof(void *) == 8 ? 64 : 24) + sizeof(int)")]).returns(SUCCESS),
    Contract::of("int setjmp(void *environment)").writes(&[bytes("environment", "(sizeof(void *) == 8 ? 64 : 24) + sizeof(int)")]).returns(SUCCESS),
    Contract::of("int __sigsetjmp(void *environment, int save)").writes(&[bytes("environment", "(sizeof(void *) == 8 ? 64 : 24) + sizeof(int)")]).returns(SUCCESS),

    Contract::of("int sched_yield(void)").returns(SUCCESS),
    Contract::of("int sched_getcpu(void)").returns(&[(0, 8191)]),
    Contract::of("int sched_setaffinity(int process, unsigned long size, const void *set)").reads(&[bytes("set", "size")])
        .returns(SUCCESS).fails("-1", &["EINVAL", "EPERM", "ESRCH"]),
    Contract::of("int sched_get_priority_max(int policy)").returns(&[(0, 0), (99, 99)]).fails("-1", &["EINVAL"]),
    Contract::of("int sched_get_priority_min(int policy)").returns(&[(0, 1)]).fails("-1", &["EINVAL"]),

    Contract::of("void exit(int status)").nothing(),
    Contract::of("void _exit(int status)").nothing(),
    Contract::of("void _Exit(int status)").nothing(),
    Contract::of("void quick_exit(int status)").nothing(),
    Contract::of("void abort(void)").nothing(),
    Contract::of("int atexit(void (*handler)(void))").returns(SUCCESS).assumes("there is memory for another handler"),
];
