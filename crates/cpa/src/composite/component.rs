//! A component: an analysis that follows what the lead executes.

use std::fmt::Debug;

use raddle_machine::{Halt, State};

use super::fact::Fact;
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
    /// component cannot follow it, and why.
    ///
    /// Law: γ(result) ⊇ { c' | c ∈ γ(state), c → c' by executing just these edges }, unless the result is a halt.
    ///
    /// Law: runs that the scheduler takes to be independent commute.
    fn post(
        &mut self,
        state: &Self::State,
        run: &[Taken],
        precision: &Self::Precision,
    ) -> Result<Option<Self::State>, Halt>;

    /// What the component knows in a state, for the proof: the checker executes every step from the states in which the facts hold,
    /// and sees whether those of the successor hold then. So a component that refutes runs has to say here why; one that knows
    /// nothing about values says nothing.
    ///
    /// Law: every fact holds in every state of γ(state).
    fn facts(&self, _state: &Self::State) -> Vec<Fact> {
        Vec::new()
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

    /// Adjusts a new state to the precision, which stays what it is: only the lead looks at what was reached. Law: state ⊑ result.
    fn prec(&mut self, state: Self::State, _precision: &Self::Precision) -> Self::State {
        state
    }

    /// Whether a concrete state is in γ. The laws are checked with it; nothing else asks. A component that restricts paths
    /// and not states says yes.
    fn contains(&self, _state: &Self::State, _concrete: &State) -> bool {
        true
    }
}
