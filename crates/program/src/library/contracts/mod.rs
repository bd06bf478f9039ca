//! The contracts, header by header.
//!
//! Written from the C standard, POSIX and the Linux manual pages. Blocking calls are never interrupted and pointers are
//! valid (docs/soundness.md, A7), so that `EINTR` and `EFAULT` are not among the errors.

mod files;
mod formats;
mod fortified;
mod getopt;
mod messages;
mod sockets;
mod streams;

use super::contract::Contract;

/// The contracts of each header.
pub(super) static BY_HEADER: &[(&str, &[Contract])] = &[
    ("Files: unistd.h, fcntl.h, sys/stat.h, dirent.h", files::CONTRACTS),
    ("Sockets: sys/socket.h, arpa/inet.h, poll.h, sys/select.h", sockets::CONTRACTS),
    ("Streams: stdio.h", streams::CONTRACTS),
    ("Formatted output and input: stdio.h", formats::CONTRACTS),
    ("Formatted output that checks the size of its buffer", fortified::CONTRACTS),
    ("Errors and messages: errno.h, err.h, error.h, syslog.h, locale.h", messages::CONTRACTS),
    ("Options of the command line: getopt.h", getopt::CONTRACTS),
];
