//! C text in, [`Program`](raddle_program::Program) out: preprocess → normalise → parse → type → lower.
//!
//! [`load`] runs all stages on a thread with a large stack. Each stage takes what the one before made and either goes
//! on or says what is wrong with the input, at its place; no stage looks back.

pub mod hir;
mod load;
pub mod lower;
pub mod models;
pub mod normalise;
mod options;
pub mod parse;
pub mod preprocess;
mod stack;
pub mod typing;

pub use load::{LoadError, load, load_text, load_units};
pub use options::{Options, Unit};
pub use stack::{Leave, with_large_stack, with_large_stack_until};
