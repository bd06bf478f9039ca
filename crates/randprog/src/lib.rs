//! Writes random C programs for differential tests.
//!
//! Two kinds. [`sequential`] programs run one thread, end, have no undefined behaviour and print what they computed:
//! an interpreter must print what the compiled program prints. [`Concurrent`] programs are small pthread programs
//! whose verdict nobody knows, but all configurations of a verifier must agree on; they are trees that can be shrunk.
//! [`library`] programs print the results of library functions, for the same comparison.
//! [`workers`] programs are of the same kind, written in the manner of real ones.
//! [`arithmetic`] and [`memory`] programs may overflow and misuse memory: a compiler's sanitizers know whether they do.
//! All are functions of a seed: the same seed gives the same bytes on every machine.
//!
//! The programs include no header, so that they can be handed to the front end without a preprocessor; the types of
//! the pthread objects have glibc's sizes on x86-64.

mod arithmetic;
mod concurrent;
mod concurrent_text;
mod library;
mod memory;
mod random;
mod sequential;
mod workers;

pub use arithmetic::{OPAQUE, arithmetic};
pub use concurrent::{Concurrent, Condition, Operand, Rich, Statement, minimise};
pub use library::library;
pub use memory::memory;
pub use random::Random;
pub use sequential::sequential;
pub use workers::workers;
