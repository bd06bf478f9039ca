//! Abstract reachability: the paper's Figure 5, `FindCounterexample`.
//!
//! An abstract state is a ground, a class of stations for each thread, and the literals of predicates that hold (the strongest conjunction, the paper's α). It stands for all states in which each thread is at *any* station of its class, the moving
//! thread as well: a step is taken from every one of them.
//!
//! The figure returns the first path. Here others of the same length can come with it, or those that are nearest to an execution are looked for once it is known that there is one ([`super::nearest`]): all of them have to be excluded.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use raddle_evidence::Reason;
use raddle_machine::Halt;
use rustc_hash::FxHashMap;

use super::nearest;
use super::system::System;
use super::valuation::{Literals, Predicates, Valuations};
use super::way::{GroundId, StationId, WayEnd, WayId};
use crate::limits::{Limits, Progress};
use crate::nonmonotonic::partition::Partition;

/// After so many failures the nearest counterexamples are not looked for any more.
const PATIENCE: u32 = 3;

/// An abstract state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abstract {
    /// What belongs to nobody.
    pub ground: GroundId,
    /// The class of each thread's station.
    pub classes: Vec<u32>,
    /// What is known of data.
    pub known: Literals,
}

/// The end of an exploration.
pub enum Found {
    /// Paths to a violation or a halt: the ways on each. All are of the same length but for what lies on the way to the last.
    Counterexamples(Vec<Vec<WayId>>),
    /// Nothing bad is reached: the states, and the stations that steps lead to.
    Closed(Vec<Abstract>, BTreeSet<(usize, StationId)>),
}

/// Which counterexamples are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// At most how many.
    pub most: usize,
    /// Those nearest to an execution, and not the shortest.
    pub nearest: bool,
}

/// What is not looked for any more.
#[derive(Default)]
pub struct Known {
    /// Halts that are real.
    pub halts: BTreeSet<Halt>,
    /// Paths to violations that are not believed.
    pub refused: BTreeSet<Vec<WayId>>,
    /// How often looking for the nearest counterexamples took too long.
    pub too_far: u32,
}

/// An exploration.
pub(super) struct Explorer<'s, 'a, 'p> {
    pub(super) system: &'s mut System<'a, 'p>,
    pub(super) valuations: Valuations,
    partition: &'s Partition,
    /// The states, each with where from and by which way it was reached, and after how many.
    nodes: Vec<(Abstract, Option<usize>, WayId, usize)>,
    reached: FxHashMap<(GroundId, Vec<u32>), Vec<usize>>,
    queue: VecDeque<usize>,
    members: FxHashMap<(GroundId, usize, u32), Rc<[StationId]>>,
    come_to: BTreeSet<(usize, StationId)>,
}

/// Looks for paths to a violation.
pub fn find_counterexample(
    system: &mut System<'_, '_>,
    predicates: &Predicates,
    partition: &Partition,
    known: &mut Known,
    wanted: Wanted,
    limits: &Limits,
) -> Result<Found, Reason> {
    system.notes.clear();
    let valuations = Valuations::new(system, predicates);
    let mut explorer = Explorer {
        system,
        valuations,
        partition,
        nodes: Vec::new(),
        reached: FxHashMap::default(),
        queue: VecDeque::new(),
        members: FxHashMap::default(),
        come_to: BTreeSet::new(),
    };
    let by_nearness = wanted.nearest && known.too_far < PATIENCE;
    let most = if by_nearness { 1 } else { wanted.most };
    let found = explorer.explore(known, most, limits)?;
    if by_nearness && matches!(found, Found::Counterexamples(_)) {
        let paths = nearest::nearest(&mut explorer, known, wanted.most, limits)?;
        if !paths.is_empty() {
            return Ok(Found::Counterexamples(paths));
        }
        known.too_far += 1;
    }
    Ok(found)
}

impl Explorer<'_, '_, '_> {
    fn explore(&mut self, known: &Known, most: usize, limits: &Limits) -> Result<Found, Reason> {
        let mut found: Vec<Vec<WayId>> = Vec::new();
        for way in self.beginning() {
            found.extend(self.take(None, way, known)?);
        }
        while let Some(node) = self.queue.pop_front() {
            if let Some(reason) = limits.exceeded() {
                return Err(reason);
            }
            let (states, frontier) = (self.nodes.len() as u64, self.queue.len() as u64);
            limits.report(Progress { states, frontier, depth: 0 });
            if found.first().is_some_and(|first| found.len() >= most || self.nodes[node].3 >= first.len()) {
                break;
            }
            let Abstract { ground, classes, .. } = self.nodes[node].0.clone();
            for way in self.leaving(ground, &classes)? {
                if found.len() < most {
                    found.extend(self.take(Some(node), way, known)?);
                }
            }
        }
        if !found.is_empty() {
            return Ok(Found::Counterexamples(found));
        }
        let states = std::mem::take(&mut self.nodes).into_iter().map(|(state, ..)| state).collect();
        Ok(Found::Closed(states, std::mem::take(&mut self.come_to)))
    }

    /// The ways in which the program begins: the first ones.
    pub(super) fn beginning(&self) -> Vec<WayId> {
        let begins = |way: &WayId| self.system.ways[*way as usize].from.is_none();
        (0..self.system.ways.len() as WayId).take_while(begins).collect()
    }

    /// The classes of stations.
    pub(super) fn classes(&self, stations: &[StationId]) -> Vec<u32> {
        stations.iter().enumerate().map(|(slot, station)| self.partition.class(slot, *station)).collect()
    }

    /// The stations of a class.
    fn members(&mut self, ground: GroundId, slot: usize, class: u32) -> Rc<[StationId]> {
        let (system, partition) = (&self.system, self.partition);
        let found = self.members.entry((ground, slot, class)).or_insert_with(|| {
            system.fitting(ground, slot).filter(|station| partition.class(slot, *station) == class).collect()
        });
        found.clone()
    }

    /// The ways that leave a state: every thread from every station of its class.
    pub(super) fn leaving(&mut self, ground: GroundId, classes: &[u32]) -> Result<Vec<WayId>, Reason> {
        let mut all = Vec::new();
        let partition = self.partition;
        let available = |slot: usize, station: StationId| partition.class(slot, station) == classes[slot];
        for (mover, class) in classes.iter().enumerate() {
            for from in self.members(ground, mover, *class).iter() {
                all.extend(self.system.ways(ground, mover, *from, &available)?);
            }
        }
        Ok(all)
    }

    /// Takes a way from a state; the path, if it leads to something bad that is not known.
    fn take(&mut self, from: Option<usize>, way: WayId, known: &Known) -> Result<Option<Vec<WayId>>, Reason> {
        let before = from.map_or(Vec::new(), |node| self.nodes[node].0.known.clone());
        if !self.valuations.is_possible(self.system, &before, way)? {
            return Ok(None);
        }
        let taken = self.system.ways[way as usize].clone();
        self.system.notes.extend(taken.notes.iter().cloned());
        match &taken.end {
            WayEnd::State => {}
            WayEnd::Halt(halt) if known.halts.contains(halt) => return Ok(None),
            WayEnd::Halt(_) | WayEnd::Violation(_) => {
                let path = self.path(from, way);
                return Ok((!known.refused.contains(&path)).then_some(path));
            }
        }
        let slots = self.system.grounds[taken.after as usize].slots.len();
        let mut classes = from.map_or(Vec::new(), |node| self.nodes[node].0.classes.clone());
        let free = |slot: usize| if slot == 0 { 0 } else { self.partition.class(slot, 0) };
        (classes.len()..slots).for_each(|slot| classes.push(free(slot)));
        for (slot, station) in &taken.to {
            if let Some(class) = classes.get_mut(*slot) {
                *class = self.partition.class(*slot, *station);
            }
        }
        classes.truncate(slots);
        self.come_to.extend(taken.to.iter().copied());
        let literals = self.valuations.post(self.system, &before, way)?;
        self.add(Abstract { ground: taken.after, classes, known: literals }, from, way);
        Ok(None)
    }

    /// Keeps a state unless another one stands for it.
    fn add(&mut self, state: Abstract, from: Option<usize>, way: WayId) {
        let nodes = &self.nodes;
        let same_place = self.reached.entry((state.ground, state.classes.clone())).or_default();
        let is_below = |other: &usize| nodes[*other].0.known.iter().all(|l| state.known.binary_search(l).is_ok());
        if same_place.iter().any(is_below) {
            return;
        }
        same_place.push(nodes.len());
        self.queue.push_back(nodes.len());
        let depth = from.map_or(1, |node| self.nodes[node].3 + 1);
        self.nodes.push((state, from, way, depth));
    }

    fn path(&self, mut from: Option<usize>, last: WayId) -> Vec<WayId> {
        let mut path = vec![last];
        while let Some(node) = from {
            path.push(self.nodes[node].2);
            from = self.nodes[node].1;
        }
        path.reverse();
        path
    }
}
