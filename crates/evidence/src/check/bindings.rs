//! Which values the places of a state have where a state of the proof has symbols.

use raddle_machine::lazy::{SymbolId, Term, Terms};
use raddle_machine::{State, Value};

use super::matching::pairs;

/// What the symbols of one state have to be for another state to be an instance of it; `None` if the two differ elsewhere.
pub(super) fn bindings(known: &State, state: &State, terms: &mut Terms) -> Option<Vec<(SymbolId, Value)>> {
    let mut found = Vec::new();
    for (id, value) in pairs(known, state, terms)? {
        match terms.get(id) {
            Term::Symbol(symbol) => found.push((symbol, value)),
            Term::Any | Term::Apply(..) => return None,
        }
    }
    found.sort_unstable();
    found.dedup();
    // Two places that share a symbol have to hold the same value.
    found.windows(2).all(|w| w[0].0 != w[1].0).then_some(found)
}
