//! A component: an analysis that follows what the lead executes.

use std::fmt::Debug;

use raddle_machine::{Halt, State, ThreadIx};
use raddle_program::Expr;

use crate::run::Taken;

/// An analysis that runs beside a [`Lead`](super::Lead) and learns of its runs.
///
/// γ(e) is the set of concrete states that a state e of the component allows; a composite state stands for the states
/// that the lead and all components allow.
///
/// What the methods return depends on their arguments only.
pub trait Component {
    /// A state of the component.
    type State: Clone + Debug + 'static;
    /// How much is tracked.
    type Precision: Clone + 'static;

    /// Its name, for messages.
    fn name(&self) -> &'static str;

    /// The precision to begin with.
    fn precision(&self) -> Self::Precision;

    /// The state before the first edge of the program.
    ///
    /// Law: γ(result) contains every initial state of the machine.
    fn initial(&mut self) -> Self::State;

    /// Follows a run. `Ok(None)` says that no concrete state of γ(state) can go this way; a halt says that this
    /// component cannot follow it, and why. The facts are about the state in front of the run.
    ///
    /// Law: γ(result) ⊇ { c' | c ∈ γ(state), c → c' by executing just these edges }, unless the result is a halt.
    ///
    /// Law: runs that the scheduler takes to be independent commute.
    fn post(
        &mut self,
        state: &Self::State,
        run: &[Taken],
        facts: &Facts<'_>,
        precision: &Self::Precision,
    ) -> Result<Option<Self::State>, Halt>;

    /// Uses what the others know after the run; `None` if that contradicts what this component knows.
    ///
    /// Law: γ(result) ⊇ γ(state) ∩ { c | the facts hold in c }.
    fn strengthen(&mut self, state: Self::State, _facts: &Facts<'_>) -> Option<Self::State> {
        Some(state)
    }

    /// What counts as control. Law: a ⊑ b implies control(a) = control(b).
    fn control(&self, _state: &Self::State) -> u64 {
        0
    }

    /// The state as a number. Law: equal states have equal numbers.
    fn fingerprint(&self, state: &Self::State) -> u64;

    /// Whether one state is below another. Law: a ⊑ b implies γ(a) ⊆ γ(b); ⊑ is reflexive and transitive.
    fn leq(&mut self, a: &Self::State, b: &Self::State) -> bool;

    /// Weakens `old` with `new`, if wanted; by default states are kept apart. Law: old ⊑ result, and not result ⊑ old.
    fn merge(&mut self, _new: &Self::State, _old: &Self::State) -> Option<Self::State> {
        None
    }

    /// Adjusts a new state to the precision. Law: state ⊑ result.
    fn prec(&mut self, state: Self::State, _precision: &Self::Precision) -> Self::State {
        state
    }

    /// The fact [`Facts::must_equal`].
    fn must_equal(&self, _state: &Self::State, _thread: ThreadIx, _expr: &Expr) -> Option<u128> {
        None
    }

    /// The fact [`Facts::may_be_true`].
    fn may_be_true(&self, _state: &Self::State, _thread: ThreadIx, _expr: &Expr) -> bool {
        true
    }

    /// Whether a concrete state is in γ. The laws are checked with it; nothing else asks. A component that restricts paths
    /// and not states says yes.
    fn contains(&self, _state: &Self::State, _concrete: &State) -> bool {
        true
    }
}

/// Who answers questions about one state. What is not known is answered with "don't know": that is what the defaults say.
pub(super) trait Knows {
    fn must_equal(&self, thread: ThreadIx, expr: &Expr) -> Option<u128>;
    fn may_be_true(&self, thread: ThreadIx, expr: &Expr) -> bool;
}

/// What the lead and the other components know about a state.
///
/// Every fact is a question with a typed answer, and "don't know" is always allowed. A new kind of fact is a method here
/// and one with a default answer in [`Component`] and [`Lead`](super::Lead).
#[derive(Default)]
pub struct Facts<'a> {
    known: Vec<Box<dyn Knows + 'a>>,
}

impl<'a> Facts<'a> {
    /// Nobody knows anything.
    pub fn none() -> Facts<'a> {
        Facts::default()
    }

    pub(super) fn add(&mut self, source: impl Knows + 'a) {
        self.known.push(Box::new(source));
    }

    /// The bit pattern of an expression over the registers of a thread's innermost frame, if it is the same in all states
    /// of γ. (Registers that nobody will read again count as zero.)
    pub fn must_equal(&self, thread: ThreadIx, expr: &Expr) -> Option<u128> {
        self.known.iter().find_map(|k| k.must_equal(thread, expr))
    }

    /// Whether an expression over the registers of a thread's innermost frame differs from zero in some state of γ, as
    /// far as is known.
    pub fn may_be_true(&self, thread: ThreadIx, expr: &Expr) -> bool {
        self.known.iter().all(|k| k.may_be_true(thread, expr))
    }
}
