//! What a proof by exhaustive search consists of.

use std::sync::Arc;

use raddle_machine::lazy::{Symbol, Terms};
use raddle_machine::{State, ThreadIx};

use crate::dependence::Dependence;
use crate::symmetry::Renaming;

/// Which threads were moved in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// All that can move.
    Fully,
    /// Only these; together they have to be a persistent set.
    Only(Vec<ThreadIx>),
}

/// A set of threads as bits; threads beyond the first 64 are never in it.
pub type ThreadBits = u64;

/// A state that the set has to contain.
#[derive(Clone, Copy)]
pub struct Sought<'a> {
    /// The state, in canonical form. What stands for it is the same, or one in which more is forgotten.
    pub state: &'a State,
    /// Its symbols.
    pub symbols: &'a Arc<Vec<Symbol>>,
    /// The number of a state that it may share components with: the one it was reached from.
    pub near: Option<usize>,
    /// Who may sleep in it: what stands for it must not let others sleep.
    pub asleep: ThreadBits,
    /// The relation, for who wants to let threads change places.
    pub dependence: &'a Dependence<'a>,
}

/// What stands for a sought state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of the state.
    pub index: usize,
    /// How threads of the sought state have to change places.
    pub renaming: Renaming,
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

    /// The number of a state that stands for the sought one. Its lazy values are those of `terms`, which may have grown
    /// since [`ClosedStates::terms`].
    fn find(&self, sought: &Sought<'_>, terms: &mut Terms) -> Option<Found>;

    /// Which threads were moved in a state.
    fn expanded(&self, index: usize) -> Expanded;

    /// Whose steps were left out in a state because everything that follows from them follows elsewhere.
    fn asleep(&self, _index: usize) -> ThreadBits {
        0
    }

    /// The threads that were moved first in a state, in their order; all others come after them in the order of their
    /// numbers. It matters only where threads sleep afterwards.
    fn first(&self, _index: usize) -> Vec<ThreadIx> {
        Vec::new()
    }

    /// Whether steps pass edges that conflict with nobody, so that there is no state in front of them.
    fn passes(&self) -> bool;

    /// Whether values that nobody will read again were cut out of the states ([`raddle_machine::Dead`]).
    fn cuts_dead(&self) -> bool;

    /// A number that grows along some step of every state that was not expanded fully.
    fn rank(&self, index: usize) -> u32;

    /// What the lazy values in states mean.
    fn terms(&self) -> Terms;

    /// Whether questions that are too complex were answered both ways.
    fn guesses(&self) -> bool {
        false
    }
}
