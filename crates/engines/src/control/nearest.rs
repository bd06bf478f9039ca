//! The counterexamples that are nearest to an execution: those with the fewest mismatches.
//!
//! **Idea.** The paper takes the first path that breadth-first search finds. Such a path is short because it jumps: from one location to another of the same class. Each jump is a mismatch, and the counterexample says no more than that *one* of them has to be
//! excluded. In Bakery the first five hundred of these paths say so little together that five classes suffice for all of them, where ten are needed. A path with one jump says which two locations have to be told apart, and one with none that a
//! predicate is missing. So once it is known that there is a counterexample, the cheapest ones are looked for: fewest jumps first, and of those the shortest.
//!
//! **Soundness and progress.** Each is a path of the abstraction as the first one is, so nothing else changes, and Theorem 1 holds.
//!
//! **How.** Dijkstra's algorithm. A node says at which station each thread really is, where an abstract state has its class; a step of a thread from where it is costs nothing, one from elsewhere in the class a jump, and so does each other thread that looks otherwise than
//! the step needs. A step is tried when it is the cheapest left.
//!
//! **Cost.** Without jumps that is the product of all threads, which abstraction is there to avoid. So the search gives up after [`MOST_STEPS`] steps, and then the first path is taken as in the paper.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use raddle_evidence::Reason;
use rustc_hash::FxHashMap;

use super::path;
use super::reach::{Explorer, Known};
use super::valuation::Literals;
use super::way::{GroundId, StationId, WayEnd, WayId};
use crate::limits::Limits;
use crate::nonmonotonic::partition::Mismatch;

/// So many steps are tried.
const MOST_STEPS: usize = 20_000;

/// A state with the station of each thread.
struct Node {
    ground: GroundId,
    stations: Vec<StationId>,
    known: Literals,
    from: Option<usize>,
    way: WayId,
}

/// A step that is still to be tried: jumps and steps on the way to its end, and from where. The cheapest comes first, and of those the one found first.
type Next = Reverse<(usize, usize, usize, Option<usize>, WayId)>;

/// Counterexamples with the fewest jumps, at most so many; none if it would take too long.
pub fn nearest(
    explorer: &mut Explorer<'_, '_, '_>,
    known: &Known,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Vec<WayId>>, Reason> {
    let mut search = Nearest {
        explorer,
        nodes: Vec::new(),
        reached: FxHashMap::default(),
        todo: BinaryHeap::new(),
        found: Vec::new(),
        reasons: BTreeSet::new(),
        number: 0,
    };
    search.run(known, most, limits)?;
    Ok(search.found)
}

struct Nearest<'e, 's, 'a, 'p> {
    explorer: &'e mut Explorer<'s, 'a, 'p>,
    nodes: Vec<Node>,
    reached: FxHashMap<(GroundId, Vec<StationId>), Vec<usize>>,
    todo: BinaryHeap<Next>,
    found: Vec<Vec<WayId>>,
    /// The mismatches of those that were found.
    reasons: BTreeSet<Vec<Mismatch>>,
    number: usize,
}

impl Nearest<'_, '_, '_, '_> {
    fn run(&mut self, known: &Known, most: usize, limits: &Limits) -> Result<(), Reason> {
        for way in self.explorer.beginning() {
            self.later((0, 0), None, way);
        }
        let mut fewest = usize::MAX;
        for _ in 0..MOST_STEPS {
            let Some(Reverse((jumps, length, _, from, way))) = self.todo.pop() else { break };
            if jumps > fewest || self.found.len() >= most {
                break;
            }
            if let Some(reason) = limits.exceeded() {
                return Err(reason);
            }
            if self.step(from, way, known, (jumps, length))? {
                fewest = jumps;
            }
        }
        Ok(())
    }

    fn later(&mut self, (jumps, length): (usize, usize), from: Option<usize>, way: WayId) {
        self.number += 1;
        self.todo.push(Reverse((jumps, length, self.number, from, way)));
    }

    /// Tries a step; whether it leads to something bad.
    fn step(&mut self, from: Option<usize>, way: WayId, known: &Known, cost: (usize, usize)) -> Result<bool, Reason> {
        let before = from.map_or(Vec::new(), |node| self.nodes[node].known.clone());
        if !self.explorer.valuations.is_possible(self.explorer.system, &before, way)? {
            return Ok(false);
        }
        let taken = self.explorer.system.ways[way as usize].clone();
        match &taken.end {
            WayEnd::State => {}
            WayEnd::Halt(halt) if known.halts.contains(halt) => return Ok(false),
            WayEnd::Halt(_) | WayEnd::Violation(_) => {
                let path = self.path(from, way);
                let is_new = !known.refused.contains(&path)
                    && self.reasons.insert(path::mismatches(self.explorer.system, &path));
                if is_new {
                    self.found.push(path);
                }
                return Ok(is_new);
            }
        }
        let mut stations = from.map_or(Vec::new(), |node| self.nodes[node].stations.clone());
        stations.resize(self.explorer.system.grounds[taken.after as usize].slots.len(), 0);
        for (slot, station) in &taken.to {
            if let Some(old) = stations.get_mut(*slot) {
                *old = *station;
            }
        }
        let known = self.explorer.valuations.post(self.explorer.system, &before, way)?;
        let same_place = self.reached.entry((taken.after, stations.clone())).or_default();
        let nodes = &self.nodes;
        if same_place.iter().any(|other| nodes[*other].known.iter().all(|l| known.binary_search(l).is_ok())) {
            return Ok(false);
        }
        same_place.push(nodes.len());
        self.nodes.push(Node { ground: taken.after, stations, known, from, way });
        self.expand(self.nodes.len() - 1, cost)?;
        Ok(false)
    }

    /// Remembers all steps from a node.
    fn expand(&mut self, node: usize, (jumps, length): (usize, usize)) -> Result<(), Reason> {
        let (ground, stations) = (self.nodes[node].ground, self.nodes[node].stations.clone());
        let classes = self.explorer.classes(&stations);
        for way in self.explorer.leaving(ground, &classes)? {
            let more = path::needs(self.explorer.system, way)
                .into_iter()
                .filter(|(slot, needed)| !needed.contains(&stations[*slot]))
                .count();
            self.later((jumps + more, length + 1), Some(node), way);
        }
        Ok(())
    }

    fn path(&self, mut from: Option<usize>, last: WayId) -> Vec<WayId> {
        let mut path = vec![last];
        while let Some(node) = from {
            path.push(self.nodes[node].way);
            from = self.nodes[node].from;
        }
        path.reverse();
        path
    }
}
