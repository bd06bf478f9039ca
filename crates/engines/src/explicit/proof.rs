//! The closed set of states, as it is handed to the checker.

use raddle_evidence::{Candidate, Expanded, Expansion, KnownValues, Rank, Sought, SoughtValues, StateIx, States};
use raddle_machine::lazy::Terms;
use raddle_machine::{State, ThreadIx, ThreadSet};
use raddle_program::Id;

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
}

impl States for Explored {
    fn len(&self) -> usize {
        self.store.len()
    }

    fn state(&self, index: StateIx) -> (State, KnownValues) {
        let loaded = self.store.load(StateId(index.0));
        (loaded.state, KnownValues::Symbols(loaded.symbols))
    }

    fn expansion(&self, index: StateIx) -> Expansion {
        let expanded = match self.moved[index.index()] {
            0 => Expanded::Fully,
            bits => Expanded::Only((0..32).filter(|i| bits >> i & 1 == 1).map(ThreadIx).collect()),
        };
        let rank = Rank(self.ranks.get(index.index()).copied().unwrap_or(index.0));
        Expansion { expanded, first: Vec::new(), asleep: ThreadSet::NONE, rank }
    }

    fn candidates(&self, sought: &Sought<'_>, _: &mut Terms) -> Vec<Candidate> {
        let near = sought.near.map(|i| StateId(i.0));
        match sought.known {
            SoughtValues::Symbols(symbols) => {
                let found = self.store.find(sought.state, symbols, near);
                found.map(|id| Candidate::plain(StateIx(id.0))).into_iter().collect()
            }
            SoughtValues::Diagram | SoughtValues::Formula(..) => Vec::new(),
        }
    }
}
