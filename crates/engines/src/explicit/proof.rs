//! The closed set of states, as it is handed to the checker.

use std::sync::Arc;

use raddle_evidence::{ClosedStates, Expanded, Found, Sought};
use raddle_machine::lazy::{Symbol, Terms};
use raddle_machine::{State, ThreadIx};

use super::store::{StateId, Store};

/// All states of a finished search.
#[derive(Debug)]
pub struct Explored {
    /// The states.
    pub store: Store,
    /// For each state: the threads that were moved, as bits; 0 for all.
    pub moved: Vec<u32>,
    /// In which order states were expanded, if not in the order of their numbers.
    pub ranks: Vec<u32>,
    /// Whether steps pass edges that conflict with nobody.
    pub passes: bool,
    /// Whether dead values were cut.
    pub cuts_dead: bool,
    /// What the lazy values in states mean.
    pub terms: Terms,
}

impl ClosedStates for Explored {
    fn len(&self) -> usize {
        self.store.len()
    }

    fn state(&self, index: usize) -> (State, Arc<Vec<Symbol>>) {
        let loaded = self.store.load(StateId(index as u32));
        (loaded.state, loaded.symbols)
    }

    fn find(&self, sought: &Sought<'_>, _: &mut Terms) -> Option<Found> {
        let near = sought.near.map(|i| StateId(i as u32));
        let found = self.store.find(sought.state, sought.symbols, near);
        found.map(|id| Found { index: id.0 as usize, renaming: Vec::new() })
    }

    fn expanded(&self, index: usize) -> Expanded {
        match self.moved[index] {
            0 => Expanded::Fully,
            bits => Expanded::Only((0..32).filter(|i| bits >> i & 1 == 1).map(ThreadIx).collect()),
        }
    }

    fn passes(&self) -> bool {
        self.passes
    }

    fn cuts_dead(&self) -> bool {
        self.cuts_dead
    }

    fn rank(&self, index: usize) -> u32 {
        self.ranks.get(index).copied().unwrap_or(index as u32)
    }

    fn terms(&self) -> Terms {
        self.terms.clone()
    }
}
