//! The graph of a finished exploration as a proof.
//!
//! Diagrams are handed over as a list of nodes. A state that may stand for the result of a step is found by what no diagram knows.

use raddle_analyses::bdd::{Cells, Diagram};
use raddle_evidence::{Candidate, ClosedStates, KnownValues, Language, Sought, StateIx};
use raddle_machine::lazy::Terms;
use rustc_hash::FxHashMap;

use super::Analysis;
use crate::reach::proof::{Executed, Index, Nodes, closed};
use crate::reach::search::Search;

/// Where the states are: by what no diagram knows.
struct BySkeleton {
    cells: Cells,
    numbers: FxHashMap<u64, Vec<StateIx>>,
}

/// The proof that a graph is.
pub fn proof<'a, 'p>(search: Search<'a, 'p, Analysis<'a, 'p>>) -> ClosedStates {
    let Search { cpa: threading, arg, mut filter, .. } = search;
    let executed = Executed::by(&threading);
    // A diagram hashes by the identity of its node, which nothing changes.
    #[allow(clippy::mutable_key_type)]
    let mut known: FxHashMap<Diagram, u32> = FxHashMap::default();
    let mut diagrams = Vec::new();
    let mut numbers: FxHashMap<u64, Vec<StateIx>> = FxHashMap::default();
    let mut nodes = Nodes::default();
    for (_, node) in arg.nodes() {
        let state = &node.state.state;
        let diagram = threading.domain.encoder.gates.write(&node.state.element.diagram, &mut known, &mut diagrams);
        let skeleton = threading.domain.cells.skeleton(state, false);
        numbers.entry(skeleton).or_default().push(nodes.next());
        nodes.push(node, &mut filter, state, KnownValues::Diagram(diagram));
    }
    let language = Language::Diagrams { nodes: diagrams, symbols: threading.domain.symbols() };
    let index = BySkeleton { cells: threading.domain.cells, numbers };
    closed(nodes, index, executed, language, threading.domain.terms)
}

impl Index for BySkeleton {
    fn candidates(&self, _: &Nodes, sought: &Sought<'_>, _: &mut Terms) -> Vec<Candidate> {
        let found = self.numbers.get(&self.cells.skeleton(sought.state, false)).into_iter().flatten();
        found.map(|index| Candidate::plain(*index)).collect()
    }
}
