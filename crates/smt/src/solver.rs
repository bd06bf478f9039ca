//! What a solver does.

use std::fmt;
use std::sync::Arc;

use crate::array_value::ArrayValue;
use crate::term::Term;
use crate::terms::Terms;

/// The answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The assertions and assumptions have a model.
    Sat,
    /// They have none.
    Unsat,
    /// The solver does not know.
    Unknown(StopReason),
}

/// Why a solver does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The callback of [`Solver::set_stop`] said so.
    Stopped,
    /// The conflicts of [`Solver::set_conflicts`] are used up.
    Conflicts,
    /// The formula is outside of what the back end decides.
    Incomplete,
    /// It said "unsatisfiable", and its proof does not show that.
    Unconfirmed,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Stopped => "stopped",
            StopReason::Conflicts => "limit of conflicts reached",
            StopReason::Incomplete => "outside of what the solver decides",
            StopReason::Unconfirmed => "the solver's answer is not confirmed",
        })
    }
}

/// Says whether to stop. It holds the deadline and the cancellation: this crate reads no clock.
pub type Stop = Arc<dyn Fn() -> bool>;

/// An incremental solver. One solver is used with one store of terms for its whole life.
pub trait Solver {
    /// Asserts a Bool on the current level. The last model stays readable until the next check.
    fn assert(&mut self, terms: &Terms, t: Term);

    /// Opens a level.
    fn push(&mut self);

    /// Closes the last level that was opened and forgets its assertions.
    ///
    /// # Panics
    /// If no level is open.
    fn pop(&mut self);

    /// Whether the assertions of all open levels and the assumptions have a model.
    ///
    /// Law: `Sat` means that [`Solver::value`] of each of them is 1; `Unsat` means that there is none, even if of the assumptions only
    /// [`Solver::core`] is kept.
    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer;

    /// Assumptions of the last check that suffice for its `Unsat`, in their order there. Not necessarily few.
    fn core(&self) -> Vec<Term>;

    /// The value of any Bool (0 or 1) or bit-vector term in the model of the last check; none if its answer was not `Sat`. Variables
    /// the solver has not seen are zero.
    fn value(&mut self, terms: &Terms, t: Term) -> Option<u128>;

    /// The value of an array variable in the model of the last check that answered Sat, if the solver tells.
    fn array(&mut self, _terms: &Terms, _variable: Term) -> Option<ArrayValue> {
        None
    }

    /// Sets what stops checks; none lets them run.
    fn set_stop(&mut self, stop: Option<Stop>);

    /// Limits the conflicts of each following check; none lifts the limit. Unlike a deadline this is deterministic.
    fn set_conflicts(&mut self, limit: Option<u32>);

    /// Whether the assertions imply a term.
    fn implies(&mut self, terms: &mut Terms, t: Term) -> Answer
    where
        Self: Sized,
    {
        let negated = terms.not(t);
        self.check(terms, &[negated])
    }
}
