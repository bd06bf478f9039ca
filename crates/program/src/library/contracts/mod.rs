//! The contracts, header by header.
//!
//! Written from the C standard, POSIX and the Linux manual pages. Blocking calls are never interrupted and pointers are
//! valid (docs/soundness.md, A7), so that `EINTR` and `EFAULT` are not among the errors.

mod atomics;
mod ctype;
mod files;
mod formats;
mod fortified;
mod getopt;
mod math;
mod messages;
mod process;
mod pthread;
mod pthread_attributes;
mod semaphore;
mod signal;
mod sockets;
mod stdlib;
mod streams;
mod string;
mod system;
mod threads;
mod time;
mod verification;
mod wide;

use super::contract::Contract;

/// The contracts of each header.
pub(super) static BY_HEADER: &[(&str, &[Contract])] = &[
    ("Text and memory: string.h, strings.h", string::CONTRACTS),
    ("stdlib.h, inttypes.h, malloc.h, alloca.h, search.h, and byte order of arpa/inet.h", stdlib::CONTRACTS),
    ("Characters: ctype.h", ctype::CONTRACTS),
    ("Wide characters: wchar.h, wctype.h", wide::CONTRACTS),
    ("Mathematics: math.h", math::CONTRACTS),
    ("Time: time.h, sys/time.h", time::CONTRACTS),
    ("Files: unistd.h, fcntl.h, sys/stat.h, dirent.h", files::CONTRACTS),
    ("The system around the program: sys/utsname.h, sys/resource.h, netdb.h, pwd.h, libgen.h", system::CONTRACTS),
    ("Sockets: sys/socket.h, arpa/inet.h, poll.h, sys/select.h", sockets::CONTRACTS),
    ("Threads: pthread.h", pthread::CONTRACTS),
    ("Attributes of threads and locks: pthread.h", pthread_attributes::CONTRACTS),
    ("Semaphores: semaphore.h", semaphore::CONTRACTS),
    ("Threads of C11: threads.h", threads::CONTRACTS),
    ("Fences: stdatomic.h", atomics::CONTRACTS),
    ("Signals: signal.h", signal::CONTRACTS),
    ("The process and its system: unistd.h, sched.h, sys/sysinfo.h, stdlib.h", process::CONTRACTS),
    ("Verification tasks: assert.h and the functions of SV-COMP", verification::CONTRACTS),
    ("Streams: stdio.h", streams::CONTRACTS),
    ("Formatted output and input: stdio.h", formats::CONTRACTS),
    ("Formatted output that checks the size of its buffer", fortified::CONTRACTS),
    ("Errors and messages: errno.h, err.h, error.h, syslog.h, locale.h", messages::CONTRACTS),
    ("Options of the command line: getopt.h", getopt::CONTRACTS),
];
