//! The abstract reachability graph: the reached set with how each state was reached.
//!
//! Nodes are partitioned by control state, so that merge and stop look only at states that have a chance. Within a
//! partition a state with the same fingerprint is looked at first; of the others at most [`Arg::LOOK_BACK`] newer ones are, which
//! bounds the cost of a step. (Law of stop: it may always say no.)
//!
//! A node knows its parents (`origins`; several if states were merged into it), its children, and who was stopped because
//! of it, so that a subtree can be taken out again when the precision grows (lazy abstraction; T. Henzinger, R. Jhala,
//! R. Majumdar, G. Sutre, POPL 2002): the parents of what it covered are then expanded again.

use raddle_machine::ThreadSet;
use rustc_hash::FxHashMap;

use crate::cpa::{Cpa, ReachedSet};
use crate::waitlist::{Order, Waitlist};

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// How a state, or a part of it, was reached.
#[derive(Debug)]
pub struct Origin<A: Cpa> {
    /// From where and by which step; `None` at the beginning.
    pub from: Option<(NodeId, A::Step)>,
    /// Which way of the step.
    pub label: A::Label,
    /// How many origins the parent had then: what was merged into it later is not where this came from.
    pub parent_origins: u32,
    /// What was merged into the node; `None` if it is the node's first state, not merged since.
    pub piece: Option<Box<A::State>>,
}

impl<A: Cpa> Clone for Origin<A> {
    fn clone(&self) -> Self {
        let Origin { from, label, parent_origins, piece } = self;
        Origin { from: from.clone(), label: label.clone(), parent_origins: *parent_origins, piece: piece.clone() }
    }
}

/// A state of the reached set.
#[derive(Debug)]
pub struct Node<A: Cpa> {
    /// The state.
    pub state: A::State,
    /// How much was tracked.
    pub precision: A::Precision,
    /// How it was reached, first things first.
    pub origins: Vec<Origin<A>>,
    /// What was first reached from it.
    pub children: Vec<NodeId>,
    /// Parents of states that were stopped because of this one.
    covered: Vec<NodeId>,
    /// When it was expanded last.
    pub rank: Option<u32>,
    /// Whose steps need not be taken.
    pub asleep: ThreadSet,
    /// How many groups of its plan were taken when it was expanded last.
    pub groups_taken: u32,
    /// Scheduler steps from the beginning.
    pub depth: u32,
    switches: u32,
    waiting: bool,
    removed: bool,
}

/// The graph.
pub struct Arg<A: Cpa> {
    order: Order,
    nodes: Vec<Node<A>>,
    partitions: FxHashMap<u64, Vec<NodeId>>,
    exact: FxHashMap<u64, Vec<NodeId>>,
    waitlist: Waitlist,
    waiting: usize,
    clock: u32,
    removed: usize,
}

impl<A: Cpa> ReachedSet<A::State> for Arg<A> {
    fn added(&self) -> usize {
        self.nodes.len()
    }

    fn state(&self, index: usize) -> Option<&A::State> {
        self.nodes.get(index).filter(|node| !node.removed).map(|node| &node.state)
    }
}

impl<A: Cpa> Arg<A> {
    /// How many states of a partition are compared with a new one besides those with its fingerprint.
    pub const LOOK_BACK: usize = 16;

    /// An empty graph.
    pub fn new(order: Order) -> Arg<A> {
        Arg {
            order,
            nodes: Vec::new(),
            partitions: FxHashMap::default(),
            exact: FxHashMap::default(),
            waitlist: Waitlist::new(order),
            waiting: 0,
            clock: 0,
            removed: 0,
        }
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        *self = Arg::new(self.order);
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node<A> {
        &self.nodes[id.0 as usize]
    }

    /// All nodes that were not removed.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node<A>)> {
        self.nodes.iter().enumerate().filter(|(_, n)| !n.removed).map(|(i, n)| (NodeId(i as u32), n))
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.removed
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many nodes wait to be expanded.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Whether a node waits to be expanded.
    pub fn is_waiting(&self, id: NodeId) -> bool {
        self.node(id).waiting
    }

    /// Whether a node was removed.
    pub fn is_removed(&self, id: NodeId) -> bool {
        self.node(id).removed
    }

    /// The nodes to compare a new state with: those with its fingerprint first, then the newest of its partition.
    pub fn candidates(&self, control: u64, fingerprint: u64) -> Vec<NodeId> {
        let mut out = self.exact.get(&fingerprint).cloned().unwrap_or_default();
        let same = out.len();
        if let Some(partition) = self.partitions.get(&control) {
            let newest = partition.iter().rev().filter(|id| !out[..same].contains(id)).take(Self::LOOK_BACK);
            let newest: Vec<NodeId> = newest.copied().collect();
            out.extend(newest);
        }
        out
    }

    /// Adds a state that is covered by no other.
    pub(crate) fn add(
        &mut self,
        cpa: &A,
        state: A::State,
        precision: A::Precision,
        origin: Origin<A>,
        asleep: ThreadSet,
    ) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        self.partitions.entry(cpa.control(&state)).or_default().push(id);
        self.exact.entry(cpa.fingerprint(&state)).or_default().push(id);
        let (mut depth, mut switches) = (0, 0);
        if let Some((parent, step)) = &origin.from {
            let parent = &mut self.nodes[parent.0 as usize];
            let before = parent.origins[0].from.as_ref().map(|(_, step)| A::thread(step));
            depth = parent.depth + 1;
            switches = parent.switches + u32::from(before.is_some_and(|before| before != A::thread(step)));
            parent.children.push(id);
        }
        self.nodes.push(Node {
            state,
            precision,
            origins: vec![origin],
            children: Vec::new(),
            covered: Vec::new(),
            rank: None,
            asleep,
            groups_taken: 0,
            depth,
            switches,
            waiting: false,
            removed: false,
        });
        self.wait(id);
        id
    }

    /// Replaces the state of a node by a larger one of the same control state; `piece` is what made it larger.
    pub(crate) fn enlarge(&mut self, cpa: &A, id: NodeId, state: A::State, mut origin: Origin<A>, piece: A::State) {
        let old = cpa.fingerprint(&self.node(id).state);
        let new = cpa.fingerprint(&state);
        if old != new {
            self.forget_fingerprint(old, id);
            self.exact.entry(new).or_default().push(id);
        }
        let node = &mut self.nodes[id.0 as usize];
        if let [first] = &mut node.origins[..]
            && first.piece.is_none()
        {
            first.piece = Some(Box::new(node.state.clone()));
        }
        origin.piece = Some(Box::new(piece));
        node.origins.push(origin);
        node.state = state;
        self.wait(id);
    }

    /// Remembers that a successor of `parent` was stopped because of `by`, with these threads asleep. A node that left
    /// out more is expanded again.
    pub(crate) fn cover(&mut self, parent: Option<NodeId>, by: NodeId, asleep: ThreadSet) {
        let node = &mut self.nodes[by.0 as usize];
        if let Some(parent) = parent
            && node.covered.last() != Some(&parent)
        {
            node.covered.push(parent);
        }
        if !node.asleep.without(asleep).is_empty() {
            node.asleep = node.asleep.and(asleep);
            self.wait(by);
        }
    }

    fn wait(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.0 as usize];
        if !node.waiting {
            node.waiting = true;
            self.waiting += 1;
            self.waitlist.push(id, node.switches);
        }
    }

    /// Takes the next node to be expanded.
    pub(crate) fn next(&mut self) -> Option<NodeId> {
        loop {
            let id = self.waitlist.pop()?;
            let node = &mut self.nodes[id.0 as usize];
            if node.waiting {
                node.waiting = false;
                node.rank = Some(self.clock);
                self.waiting -= 1;
                self.clock += 1;
                return Some(id);
            }
        }
    }

    pub(crate) fn set_groups_taken(&mut self, id: NodeId, groups: u32) {
        self.nodes[id.0 as usize].groups_taken = groups;
    }

    /// Takes out a node and everything that was reached from it first; what it covered elsewhere is expanded again.
    pub fn remove_subtree(&mut self, cpa: &A, root: NodeId) {
        let mut todo = vec![root];
        let mut uncovered = Vec::new();
        if let Some((parent, _)) = self.node(root).origins[0].from.clone() {
            uncovered.push(parent);
        }
        while let Some(id) = todo.pop() {
            let node = &mut self.nodes[id.0 as usize];
            if node.removed {
                continue;
            }
            node.removed = true;
            self.removed += 1;
            if std::mem::take(&mut node.waiting) {
                self.waiting -= 1;
            }
            todo.append(&mut node.children);
            uncovered.append(&mut node.covered);
            let origins = std::mem::take(&mut node.origins);
            uncovered.extend(origins.iter().skip(1).filter_map(|o| o.from.as_ref().map(|(parent, _)| *parent)));
            let (control, fingerprint) = (cpa.control(&node.state), cpa.fingerprint(&node.state));
            if let Some(partition) = self.partitions.get_mut(&control) {
                partition.retain(|n| *n != id);
            }
            self.forget_fingerprint(fingerprint, id);
        }
        for parent in uncovered {
            if !self.node(parent).removed {
                self.wait(parent);
            }
        }
    }

    /// Gives a node a new precision and has it expanded again.
    pub fn expand_again(&mut self, id: NodeId, precision: A::Precision) {
        self.nodes[id.0 as usize].precision = precision;
        self.wait(id);
    }

    fn forget_fingerprint(&mut self, fingerprint: u64, id: NodeId) {
        if let Some(nodes) = self.exact.get_mut(&fingerprint) {
            nodes.retain(|n| *n != id);
        }
    }
}
