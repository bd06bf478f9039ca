//! Signals, signal.h. No signal comes from outside (docs/soundness.md, A7): a handler runs only where a thread sends a signal to itself.
//!
//! Of a set of signals the 64 bits that Linux knows are touched. An action is the handler, a mask of 128 bytes, flags, and
//! an address of the library's own.

use crate::library::contract::{Contract, Region, bytes};

/// The assumption of all that handles signals.
const A7: &str = "no signal comes from outside (A7)";
const SUCCESS: &[(i128, i128)] = &[(0, 0)];
const SET: &[Region] = &[bytes("set", "8")];
const OLD: &[Region] = &[bytes("old", "8")];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int sigemptyset(void *set)").writes(SET).returns(SUCCESS),
    Contract::of("int sigfillset(void *set)").writes(SET).returns(SUCCESS),
    Contract::of("int sigaddset(void *set, int number)").reads(SET).writes(SET).returns(SUCCESS).fails("-1", &["EINVAL"]),
    Contract::of("int sigdelset(void *set, int number)").reads(SET).writes(SET).returns(SUCCESS).fails("-1", &["EINVAL"]),
    Contract::of("int sigismember(const void *set, int number)").reads(SET).returns(&[(0, 1)]).fails("-1", &["EINVAL"]),
    Contract::of("int sigisemptyset(const void *set)").reads(SET).returns(&[(0, 1)]),
    Contract::of("int pthread_sigmask(int how, const void *set, void *old)").reads(SET).writes(OLD).returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int sigprocmask(int how, const void *set, void *old)").reads(SET).writes(OLD).returns(SUCCESS).fails("-1", &["EINVAL"]),
    Contract::of("handler_type signal(int number, handler_type handler)").fails("(handler_type)-1", &["EINVAL"])
        .assumes(A7),
    Contract::of("int sigaction(int number, const void *new, void *old)").reads(&[bytes("new", "sizeof(void *) + 132")])
        .writes(&[bytes("old", "sizeof(void *) + 132")]).returns(SUCCESS).fails("-1", &["EINVAL"])
        .assumes(A7),
    Contract::of("int raise(int number)").returns(SUCCESS).fails("-1", &["EINVAL"])
        .assumes("no signal is blocked when the program starts"),
];
