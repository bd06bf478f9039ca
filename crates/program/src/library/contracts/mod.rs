//! The contracts, header by header.
//!
//! Written from the C standard, POSIX and the Linux manual pages. Blocking calls are never interrupted and pointers are
//! valid (docs/soundness.md, A7), so that `EINTR` and `EFAULT` are not among the errors.

mod files;
mod sockets;

use super::contract::Contract;

/// The contracts of each header.
pub(super) static BY_HEADER: &[(&str, &[Contract])] = &[
    ("Files: unistd.h, fcntl.h, sys/stat.h, dirent.h", files::CONTRACTS),
    ("Sockets: sys/socket.h, arpa/inet.h, poll.h, sys/select.h", sockets::CONTRACTS),
];
