//! Terms, solvers and interpolation. Knows no program.
//!
//! A [`Term`] is an index into a store ([`Terms`]) in which equal terms are one term. Constructors fold constants and
//! rewrite cheaply, so much of what an analysis asks never reaches a solver.
//!
//! **Architecture invariant**: this crate knows no program, reads no clock and prints nothing.

mod array_value;
mod embedded;
mod evaluate;
pub mod interpolation;
mod lrat;
mod print;
mod read;
mod rewrite;
mod semantics;
mod session;
pub mod simplify;
mod solver;
mod term;
mod terms;
mod walk;
#[cfg(feature = "z3")]
mod z3;

pub use array_value::ArrayValue;
pub use embedded::{Embedded, Statistics};
pub use evaluate::{Valuation, Value};
pub use lrat::{Confirmation, Lie};
pub use read::{ReadError, read_smtlib};
pub use session::{Event, Recorder, replay};
pub use solver::{Answer, Solver, Stop, StopReason};
pub use term::{Function, Node, Sort, Symbol, Term};
pub use terms::Terms;
pub use walk::Mapping;
#[cfg(feature = "z3")]
pub use z3::Z3;
