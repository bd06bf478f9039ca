//! The analyses: one file or folder per abstract domain.
//!
//! [`threading`] executes all interleavings; the other modules are domains that it runs with, or components that run
//! beside it.

pub mod bdd;
pub mod holders;
pub mod loop_bound;
pub mod modular;
pub mod nonrelational;
pub mod numbers;
pub mod predicate;
pub mod sign;
pub mod threading;
pub mod value;
