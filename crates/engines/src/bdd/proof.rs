//! The graph of a finished exploration as a proof.
//!
//! States are handed over with their symbols, diagrams as a list of nodes. A state that may stand for the result of a step is
//! found by what no diagram knows; whether it does is for the checker to see.

use raddle_analyses::bdd::{Cells, Diagram};
use raddle_cpa::Arg;
use raddle_evidence::{ClosedRelation, Expanded, ThreadBits};
use raddle_machine::lazy::Terms;
use raddle_machine::lazy::relation::Encoding;
use raddle_machine::{State, ThreadIx};
use rustc_hash::FxHashMap;

use super::Analysis;
use crate::scheduler::Filter;

/// The nodes of a graph from which nothing new is reached.
pub struct Valued {
    states: Vec<State>,
    relations: Vec<u32>,
    nodes: Vec<(u32, u32, u32)>,
    expanded: Vec<Expanded>,
    ranks: Vec<u32>,
    asleep: Vec<ThreadBits>,
    first: Vec<Vec<ThreadIx>>,
    passes: bool,
    cuts_dead: bool,
    symbols: Vec<Encoding>,
    terms: Terms,
    cells: Cells,
    by_skeleton: FxHashMap<u64, Vec<usize>>,
}

impl Valued {
    /// Takes over the nodes of a graph.
    pub fn new<'a, 'p>(arg: Arg<Analysis<'a, 'p>>, filter: &mut Filter<'a, 'p>, threading: Analysis<'a, 'p>) -> Valued {
        let passes = threading.stepper.reduce;
        // A diagram hashes by the identity of its node, which nothing changes.
        #[allow(clippy::mutable_key_type)]
        let mut known: FxHashMap<Diagram, u32> = FxHashMap::default();
        let mut proof = Valued {
            states: Vec::new(),
            relations: Vec::new(),
            nodes: Vec::new(),
            expanded: Vec::new(),
            ranks: Vec::new(),
            asleep: Vec::new(),
            first: Vec::new(),
            passes,
            cuts_dead: threading.dead.is_some(),
            symbols: threading.domain.symbols(),
            terms: threading.domain.terms,
            cells: threading.domain.cells,
            by_skeleton: FxHashMap::default(),
        };
        for (_, node) in arg.nodes() {
            let expansion = filter.expansion(&node.state.state, node.asleep, node.groups_taken);
            proof.expanded.push(expansion.expanded);
            proof.first.push(expansion.first);
            proof.asleep.push(node.asleep.0);
            proof.ranks.push(node.rank.unwrap_or(u32::MAX));
            let diagram = &node.state.element.diagram;
            proof.relations.push(threading.domain.encoder.gates.write(diagram, &mut known, &mut proof.nodes));
            let index = proof.states.len();
            proof.by_skeleton.entry(proof.cells.skeleton(&node.state.state, false)).or_default().push(index);
            proof.states.push(node.state.state.clone());
        }
        proof
    }
}

impl ClosedRelation for Valued {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn state(&self, index: usize) -> State {
        self.states[index].clone()
    }

    fn relation(&self, index: usize) -> u32 {
        self.relations[index]
    }

    fn nodes(&self) -> Vec<(u32, u32, u32)> {
        self.nodes.clone()
    }

    fn symbols(&self) -> Vec<Encoding> {
        self.symbols.clone()
    }

    fn candidates(&self, state: &State) -> Vec<usize> {
        self.by_skeleton.get(&self.cells.skeleton(state, false)).cloned().unwrap_or_default()
    }

    fn expanded(&self, index: usize) -> Expanded {
        self.expanded[index].clone()
    }

    fn asleep(&self, index: usize) -> ThreadBits {
        self.asleep[index]
    }

    fn first(&self, index: usize) -> Vec<ThreadIx> {
        self.first[index].clone()
    }

    fn passes(&self) -> bool {
        self.passes
    }

    fn cuts_dead(&self) -> bool {
        self.cuts_dead
    }

    fn rank(&self, index: usize) -> u32 {
        self.ranks[index]
    }

    fn terms(&self) -> Terms {
        self.terms.clone()
    }
}
