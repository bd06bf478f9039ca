//! Formulas about unknown values: what is known about all of them together, for a solver to decide.
//!
//! **Idea** (path formulas; E. Clarke, D. Kroening, F. Lerda, TACAS 2004, for C; V. Kolesnykov, *SMT-based Model Checking of
//! Concurrent Programs*, section 2.3.2). Every unknown value of a state is a term over symbols; a term is a bit-vector term of
//! the logic ([`Logic::value`]), operator by operator. What is known is a formula: an *abstraction* of the symbols the run
//! started with, and the *path*, a conjunction of all answers since. A question has those answers that are satisfiable
//! together with both ([`FormulaOracle`]).
//!
//! Because symbols are never assigned to but only made, a symbol is what others call an SSA index: nothing has to be renamed along
//! a path, and two threads that run the same code have different symbols by themselves.
//!
//! **Who uses it.** Predicate abstraction and bounded model checking, and the checker of their proofs with a solver
//! of its own.
//!
//! **Soundness.** Every integer operator is encoded exactly; operators on floats are not encoded, and an execution that
//! depends on one splits into the cases of its operands, or halts.
//!
//! **Cost.** A satisfiability check for each new question; most are answered by a model of an earlier one.

mod encode;
mod logic;
mod oracle;

pub(super) use encode::is_encoded;
pub use logic::{Attempt, Logic, Model, Stopped, Symbols};
pub use oracle::FormulaOracle;

#[cfg(test)]
mod tests;
