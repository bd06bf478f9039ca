//! The graph of a finished exploration as a proof.
//!
//! The states are handed over with what was forgotten in them. To find the state that stands for the result of a step, the result
//! is forgotten in the same way as the exploration did.

use std::cell::RefCell;

use raddle_analyses::threading::{Components, canonical, hash_components, hash_control};
use raddle_analyses::value::Precision;
use raddle_evidence::{Candidate, ClosedStates, KnownValues, Language, Sought, SoughtValues, StateIx};
use raddle_machine::lazy::{Terms, canonicalise, is_below};
use raddle_semantics::symmetry::{Renaming, Symmetry, rename};
use rustc_hash::FxHashMap;

use super::Analysis;
use crate::reach::proof::{Executed, Index, Nodes, closed};
use crate::reach::search::Search;

/// Where the states are.
struct Forgotten {
    precision: Precision,
    symmetry: Option<Symmetry>,
    components: RefCell<Components>,
    /// By components.
    exact: FxHashMap<u64, Vec<StateIx>>,
    /// By control state.
    partitions: FxHashMap<u64, Vec<StateIx>>,
}

/// The proof that a graph is.
pub fn proof<'a, 'p>(search: Search<'a, 'p, Analysis<'a, 'p>>) -> ClosedStates {
    let Search { cpa: threading, arg, mut filter, precision, .. } = search;
    let mut nodes = Nodes::default();
    let mut index = Forgotten {
        precision,
        symmetry: threading.symmetry.clone(),
        components: RefCell::new(threading.components().clone()),
        exact: FxHashMap::default(),
        partitions: FxHashMap::default(),
    };
    for (_, node) in arg.nodes() {
        let number = nodes.next();
        let state = &node.state.state;
        index.exact.entry(hash_components(state)).or_default().push(number);
        index.partitions.entry(hash_control(state)).or_default().push(number);
        nodes.push(node, &mut filter, state, KnownValues::Symbols(node.state.element.clone()));
    }
    closed(nodes, index, Executed::by(&threading), Language::Symbols, threading.domain.terms)
}

impl Index for Forgotten {
    fn candidates(&self, nodes: &Nodes, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate> {
        let found = self.find(nodes, sought, terms);
        found.into_iter().collect()
    }
}

impl Forgotten {
    fn find(&self, nodes: &Nodes, sought: &Sought<'_>, terms: &mut Terms) -> Option<Candidate> {
        let SoughtValues::Symbols(symbols) = sought.known else { return None };
        let mut state = sought.state.clone();
        self.precision.forget(&mut state);
        let mut symbols = canonicalise(&mut state, symbols.to_vec(), terms).ok()?;
        let renaming = self.symmetry.as_ref().map_or(Renaming::new(), |s| canonical(s, sought.dependence, &state));
        if !renaming.is_empty() {
            rename(sought.dependence.machine(), &mut state, &renaming);
            symbols = canonicalise(&mut state, symbols, terms).ok()?;
        }
        self.components.borrow_mut().share(&mut state);
        let stands_for = |index: &StateIx| {
            let (known, KnownValues::Symbols(its)) = nodes.get(*index) else { return false };
            nodes.asleep(*index).is_inside(sought.asleep) && is_below((&state, &symbols), (known, its), terms)
        };
        let exact = self.exact.get(&hash_components(&state)).into_iter().flatten();
        let found = exact.copied().find(&stands_for).or_else(|| {
            let partition = self.partitions.get(&hash_control(&state)).into_iter().flatten();
            partition.rev().copied().find(&stands_for)
        });
        found.map(|index| Candidate { renaming, ..Candidate::plain(index) })
    }
}
