//! C text in, `Program` out: preprocess → normalise → parse → type → lower.

pub mod hir;
pub mod normalise;
pub mod parse;
mod stack;

pub use stack::with_large_stack;
