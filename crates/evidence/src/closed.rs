//! What a proof by exhaustive search consists of.

use std::sync::Arc;

use raddle_machine::lazy::{Symbol, Terms};
use raddle_machine::{State, ThreadIx};

/// Which threads were moved in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// All that can move.
    Fully,
    /// Only these; together they have to be a persistent set.
    Only(Vec<ThreadIx>),
}

/// A closed set of states, as the engine hands it over for checking.
pub trait ClosedStates {
    /// How many states there are; they are numbered from 0.
    fn len(&self) -> usize;

    /// Whether there are none (never for a real proof: the initial state is one).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A state in canonical form, with its symbols.
    fn state(&self, index: usize) -> (State, Arc<Vec<Symbol>>);

    /// The number of a state that stands for the given one, which is in canonical form: the same, or one in which more is
    /// forgotten. The given state may share components with the state `near`.
    /// Its lazy values are those of `terms`, which may have grown since [`ClosedStates::terms`].
    fn find(&self, state: &State, symbols: &Arc<Vec<Symbol>>, near: Option<usize>, terms: &mut Terms) -> Option<usize>;

    /// Which threads were moved in a state.
    fn expanded(&self, index: usize) -> Expanded;

    /// Whether steps pass edges that conflict with nobody, so that there is no state in front of them.
    fn passes(&self) -> bool;

    /// A number that grows along some step of every state that was not expanded fully.
    fn rank(&self, index: usize) -> u32;

    /// What the lazy values in states mean.
    fn terms(&self) -> Terms;
}
