//! Pre-analyses: facts about a [`Program`](crate::Program) that engines use to do less.

mod liveness;

pub use liveness::Liveness;
