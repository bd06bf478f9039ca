//! The graph of a finished exploration as a proof.
//!
//! The nodes are handed over as they are. The checker executes every step again and asks for states that may stand for the result;
//! how to find those is what domains differ in ([`Index`]). Whether what is found really stands for it is for the checker to see.

use std::sync::Arc;

use raddle_analyses::threading::{Domain, Threading};
use raddle_cpa::{Cpa, Node};
use raddle_evidence::{Candidate, ClosedStates, Expansion, KnownValues, Language, Rank, Sought, StateIx, States};
use raddle_machine::lazy::Terms;
use raddle_machine::{State, ThreadSet};
use raddle_program::Id;
use raddle_semantics::locks::Facts;

use crate::scheduler::Filter;

/// Where to look for a state that stands for another.
pub trait Index {
    /// States that may stand for the sought one, the most likely first.
    fn candidates(&self, nodes: &Nodes, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate>;
}

/// The nodes of a graph from which nothing new is reached.
#[derive(Default)]
pub struct Nodes {
    /// Each with what is known about its values.
    pub states: Vec<(State, KnownValues)>,
    /// How each was expanded.
    pub expansions: Vec<Expansion>,
}

impl Nodes {
    /// The number of the node that is added next.
    pub fn next(&self) -> StateIx {
        StateIx::from_index(self.states.len())
    }

    /// A node with what is known about its values.
    pub fn get(&self, index: StateIx) -> &(State, KnownValues) {
        &self.states[index.index()]
    }

    /// Who sleeps in a node.
    pub fn asleep(&self, index: StateIx) -> ThreadSet {
        self.expansions[index.index()].asleep
    }

    /// Adds a node of a graph.
    pub fn push<C: Cpa>(&mut self, node: &Node<C>, filter: &mut Filter<'_, '_>, state: &State, known: KnownValues) {
        let expansion = filter.expansion(state, node.asleep, node.groups_taken);
        let (expanded, first) = (expansion.expanded, expansion.first);
        let rank = Rank(node.rank.unwrap_or(u32::MAX));
        self.expansions.push(Expansion { expanded, first, asleep: node.asleep, rank });
        self.states.push((state.clone(), known));
    }
}

/// A graph with its index.
struct Graph<I>(Nodes, I);

impl<I: Index> States for Graph<I> {
    fn len(&self) -> usize {
        self.0.states.len()
    }

    fn state(&self, index: StateIx) -> (State, KnownValues) {
        self.0.states[index.index()].clone()
    }

    fn expansion(&self, index: StateIx) -> Expansion {
        self.0.expansions[index.index()].clone()
    }

    fn candidates(&self, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate> {
        self.1.candidates(&self.0, sought, terms)
    }
}

/// How runs were executed in a graph.
#[derive(Clone)]
pub struct Executed {
    passes: bool,
    by_control: bool,
    cuts_dead: bool,
    facts: Option<Arc<Facts>>,
}

impl Executed {
    /// As an analysis does it.
    pub fn by<D: Domain>(threading: &Threading<'_, '_, D>) -> Executed {
        let (passes, by_control) = (threading.stepper.reduce, threading.stepper.by_control);
        let facts = threading.stepper.dependence.apart().map(|apart| apart.facts().clone());
        Executed { passes, by_control, cuts_dead: threading.dead.is_some(), facts }
    }
}

/// The proof that a graph is.
pub fn closed(
    nodes: Nodes,
    index: impl Index + 'static,
    executed: Executed,
    language: Language,
    terms: Terms,
) -> ClosedStates {
    let Executed { passes, by_control, cuts_dead, facts } = executed;
    ClosedStates { states: Box::new(Graph(nodes, index)), language, terms, passes, by_control, cuts_dead, facts }
}
