//! Abstract reachability: the paper's Figure 5, `FindCounterexample`.
//!
//! An abstract state is a ground, a class of stations for each thread, and the literals of predicates that hold (the strongest conjunction, the paper's α). It stands for all states in which each thread is at *any* station of its class, the moving
//! thread as well: a step is taken from every one of them.
//!
//! The figure returns the first path. Here others of the same length can come with it, or those that are nearest to an execution are looked for once it is known that there is one ([`super::nearest`]): all of them have to be excluded.
//!
//! **Cost.** Whether a step is possible and a literal holds after it depends only on those literals that share variables with guard and predicate, directly or through others ([`Facts::near`]); so most questions are asked once for many states.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use raddle_evidence::Reason;
use raddle_machine::Halt;
use raddle_smt::Term;
use rustc_hash::FxHashMap;

use super::nearest;
use super::system::{GroundId, StationId, System, WayEnd, WayId};
use crate::limits::{Limits, Progress};
use crate::nonmonotonic::partition::Partition;

/// After so many failures the nearest counterexamples are not looked for any more.
const PATIENCE: u32 = 3;

/// The predicates that are tracked.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    /// In the order in which they were found.
    pub all: Vec<Term>,
}

impl Predicates {
    /// One more; whether it is new. A predicate and its negation are one.
    pub fn add(&mut self, system: &mut System<'_, '_>, predicate: Term) -> bool {
        let smt = &mut system.domain.logic.smt;
        let negated = smt.not(predicate);
        let new = smt.as_bool(predicate).is_none() && !self.all.contains(&predicate) && !self.all.contains(&negated);
        if new {
            self.all.push(predicate);
        }
        new
    }
}

/// What is known of data: literals, sorted. Literal 2k says that predicate k holds, 2k + 1 that it does not.
pub type Literals = Vec<u32>;

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

/// The literals as formulas.
struct Facts {
    literals: Vec<Term>,
    variables: Vec<BTreeSet<Term>>,
}

impl Facts {
    /// Those of some literals that say something about variables, directly or through others.
    fn near(&self, known: &Literals, mut variables: BTreeSet<Term>) -> Vec<u32> {
        let mut near = Vec::new();
        let mut rest: Vec<u32> = known.clone();
        loop {
            let size = near.len();
            rest.retain(|literal| {
                let of = &self.variables[*literal as usize / 2];
                let touches = of.iter().any(|variable| variables.contains(variable));
                if touches {
                    variables.extend(of.iter().copied());
                    near.push(*literal);
                }
                !touches
            });
            if near.len() == size {
                near.sort_unstable();
                return near;
            }
        }
    }
}

/// An exploration.
pub(super) struct Explorer<'s, 'a, 'p> {
    pub(super) system: &'s mut System<'a, 'p>,
    predicates: &'s Predicates,
    partition: &'s Partition,
    facts: Facts,
    /// The states, each with where from and by which way it was reached, and after how many.
    nodes: Vec<(Abstract, Option<usize>, WayId, usize)>,
    reached: FxHashMap<(GroundId, Vec<u32>), Vec<usize>>,
    queue: VecDeque<usize>,
    /// What a predicate says before a way about what holds after it.
    before: FxHashMap<(WayId, u32), Term>,
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
    let smt = &mut system.domain.logic.smt;
    let literals = predicates.all.iter().flat_map(|p| [*p, smt.not(*p)]).collect();
    let variables = predicates.all.iter().map(|p| smt.variables(*p).iter().copied().collect()).collect();
    let mut explorer = Explorer {
        system,
        predicates,
        partition,
        facts: Facts { literals, variables },
        nodes: Vec::new(),
        reached: FxHashMap::default(),
        queue: VecDeque::new(),
        before: FxHashMap::default(),
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
        if !self.is_possible(&before, way)? {
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
        let literals = self.post(&before, way)?;
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

    /// What some literals say together about some variables.
    fn formula(&mut self, known: &Literals, variables: BTreeSet<Term>) -> Term {
        let near = self.facts.near(known, variables);
        let terms: Vec<Term> = near.iter().map(|literal| self.facts.literals[*literal as usize]).collect();
        self.system.domain.logic.smt.conjunction(terms)
    }

    fn guard(&mut self, way: WayId) -> (Term, BTreeSet<Term>) {
        let guard = self.system.ways[way as usize].guard.clone();
        let smt = &mut self.system.domain.logic.smt;
        let guard = smt.conjunction(guard);
        (guard, smt.variables(guard).iter().copied().collect())
    }

    pub(super) fn is_possible(&mut self, known: &Literals, way: WayId) -> Result<bool, Reason> {
        let (guard, variables) = self.guard(way);
        let formula = self.formula(known, variables);
        self.system.domain.logic.is_satisfiable(formula, guard).map_err(|_| stopped(self.system))
    }

    /// The literals that hold after a way.
    pub(super) fn post(&mut self, known: &Literals, way: WayId) -> Result<Literals, Reason> {
        let (guard, of_guard) = self.guard(way);
        let mut after = Literals::new();
        for number in 0..self.predicates.all.len() as u32 {
            let wanted = self.before(way, number);
            let predicate = self.predicates.all[number as usize];
            let smt = &self.system.domain.logic.smt;
            if let Some(holds) = smt.as_bool(wanted) {
                after.push(2 * number + u32::from(!holds));
                continue;
            }
            if wanted == predicate {
                let kept = [2 * number, 2 * number + 1].into_iter().find(|l| known.binary_search(l).is_ok());
                if let Some(kept) = kept {
                    after.push(kept);
                    continue;
                }
            }
            let mut variables: BTreeSet<Term> = smt.variables(wanted).iter().copied().collect();
            variables.extend(of_guard.iter().copied());
            let formula = self.formula(known, variables);
            let logic = &mut self.system.domain.logic;
            let negated = logic.smt.not(wanted);
            for (literal, wanted) in [(2 * number, wanted), (2 * number + 1, negated)] {
                let logic = &mut self.system.domain.logic;
                if logic.implies(formula, guard, wanted).map_err(|_| stopped(self.system))? {
                    after.push(literal);
                    break;
                }
            }
        }
        after.sort_unstable();
        Ok(after)
    }

    /// What has to hold before a way so that a predicate holds after it.
    fn before(&mut self, way: WayId, number: u32) -> Term {
        if let Some(known) = self.before.get(&(way, number)) {
            return *known;
        }
        let taken = self.system.ways[way as usize].clone();
        let values: FxHashMap<Term, Term> = taken.assign.iter().copied().collect();
        let wanted = self.system.domain.logic.smt.substitute(self.predicates.all[number as usize], &values);
        self.before.insert((way, number), wanted);
        wanted
    }
}

/// Why a solver was stopped.
pub fn stopped(system: &System<'_, '_>) -> Reason {
    system.over().unwrap_or(Reason::Internal("the solver gave up".to_string()))
}
