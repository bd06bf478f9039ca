//! The graph of a finished exploration as a proof.
//!
//! The states are handed over with what was forgotten in them; the checker executes every step again and asks for a state
//! that stands for the result. To find it, the result is forgotten in the same way as the exploration did; whether what is
//! found really stands for it is for the checker to see.

use std::cell::RefCell;
use std::sync::Arc;

use raddle_analyses::threading::{Components, Threading, canonical, hash_components, hash_control};
use raddle_analyses::value::{Precision, ValueDomain};
use raddle_cpa::Arg;
use raddle_evidence::symmetry::{Renaming, Symmetry, rename};
use raddle_evidence::{ClosedStates, Expanded, Found, Sought, ThreadBits};
use raddle_machine::lazy::{Symbol, Terms, canonicalise, is_below};
use raddle_machine::{State, ThreadIx};
use rustc_hash::FxHashMap;

use crate::scheduler::Filter;

/// A state with its symbols.
type Known = (State, Arc<Vec<Symbol>>);

/// The nodes of a graph from which nothing new is reached.
pub struct ClosedGraph {
    states: Vec<Known>,
    expanded: Vec<Expanded>,
    ranks: Vec<u32>,
    asleep: Vec<ThreadBits>,
    first: Vec<Vec<ThreadIx>>,
    passes: bool,
    cuts_dead: bool,
    precision: Precision,
    symmetry: Option<Symmetry>,
    terms: Terms,
    components: RefCell<Components>,
    /// By components.
    exact: FxHashMap<u64, Vec<u32>>,
    /// By control state.
    partitions: FxHashMap<u64, Vec<u32>>,
}

impl ClosedGraph {
    /// Takes over the nodes of a graph.
    pub fn new<'a, 'p>(
        arg: &Arg<Threading<'a, 'p, ValueDomain>>,
        filter: &mut Filter<'a, 'p>,
        threading: &Threading<'a, 'p, ValueDomain>,
        precision: Precision,
    ) -> ClosedGraph {
        let mut graph = ClosedGraph {
            states: Vec::new(),
            expanded: Vec::new(),
            ranks: Vec::new(),
            asleep: Vec::new(),
            first: Vec::new(),
            passes: threading.stepper.reduce,
            cuts_dead: threading.dead.is_some(),
            precision,
            symmetry: threading.symmetry.clone(),
            terms: threading.domain.terms.clone(),
            components: RefCell::new(threading.components().clone()),
            exact: FxHashMap::default(),
            partitions: FxHashMap::default(),
        };
        for (_, node) in arg.nodes() {
            let index = graph.states.len() as u32;
            let expansion = filter.expansion(&node.state.state, node.asleep, node.groups_taken);
            graph.expanded.push(expansion.expanded);
            graph.first.push(expansion.first);
            graph.asleep.push(node.asleep.0);
            graph.ranks.push(node.rank.unwrap_or(u32::MAX));
            let state = node.state.state.clone();
            graph.exact.entry(hash_components(&state)).or_default().push(index);
            graph.partitions.entry(hash_control(&state)).or_default().push(index);
            graph.states.push((state, node.state.element.clone()));
        }
        graph
    }
}

impl ClosedStates for ClosedGraph {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn state(&self, index: usize) -> Known {
        self.states[index].clone()
    }

    fn find(&self, sought: &Sought<'_>, terms: &mut Terms) -> Option<Found> {
        let mut state = sought.state.clone();
        self.precision.forget(&mut state);
        let mut symbols = canonicalise(&mut state, sought.symbols.to_vec(), terms).ok()?;
        let renaming = self.symmetry.as_ref().map_or(Renaming::new(), |s| canonical(s, sought.dependence, &state));
        if !renaming.is_empty() {
            rename(sought.dependence.machine(), &mut state, &renaming);
            symbols = canonicalise(&mut state, symbols, terms).ok()?;
        }
        self.components.borrow_mut().share(&mut state);
        let stands_for = |index: &u32| {
            let (known, its) = &self.states[*index as usize];
            self.asleep[*index as usize] & !sought.asleep == 0 && is_below((&state, &symbols), (known, its), terms)
        };
        let exact = self.exact.get(&hash_components(&state)).into_iter().flatten();
        let found = exact.copied().find(&stands_for).or_else(|| {
            let partition = self.partitions.get(&hash_control(&state)).into_iter().flatten();
            partition.rev().copied().find(&stands_for)
        });
        found.map(|index| Found { index: index as usize, renaming })
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

    fn guesses(&self) -> bool {
        true
    }

    fn terms(&self) -> Terms {
        self.terms.clone()
    }
}
