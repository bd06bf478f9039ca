//! A toy analysis: an automaton over locations with a counter modulo 8, of which a state knows a set of values.

use std::cell::Cell;

use raddle_cpa::laws::Law;
use raddle_cpa::{Cpa, Plan, PlannedStep, ReachedSet, Scheduler, Successor};
use raddle_machine::{ThreadIx, ThreadSet};

/// A location and the values that the counter may have, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub u8, pub u8);

/// From, thread, to, how much is added to the counter.
pub type ToyEdge = (u8, u16, u8, u32);

/// The analysis.
#[derive(Default)]
pub struct Toy {
    /// The automaton.
    pub edges: Vec<ToyEdge>,
    /// Where it starts.
    pub initial: Vec<At>,
    /// Whether states of the same location are joined.
    pub join: bool,
    /// The location that must not be reached.
    pub target: Option<u8>,
    /// The law that is broken.
    pub bug: Option<Law>,
    /// After how many states of a location everything is forgotten.
    pub patience: Option<usize>,
    /// How often it was asked something.
    pub calls: Cell<u64>,
}

impl Toy {
    fn calls(&self) -> u64 {
        self.calls.set(self.calls.get() + 1);
        self.calls.get()
    }
}

impl Cpa for Toy {
    type State = At;
    /// The largest number of values that are told apart.
    type Precision = u32;
    type Step = u16;
    type Label = u8;

    fn initial(&mut self, _: &u32) -> Vec<Successor<At, u8>> {
        self.initial.iter().map(|at| Successor { label: 0, state: Ok(*at) }).collect()
    }

    fn post(&mut self, At(loc, set): &At, thread: &u16, _: &u32) -> Vec<Successor<At, u8>> {
        let edges = self.edges.iter().filter(|(from, mover, ..)| (from, mover) == (loc, thread));
        let mut out: Vec<_> = edges
            .map(|(_, _, to, add)| {
                let known = match self.bug {
                    Some(Law::Monotone) if set.count_ones() > 1 => 0x10,
                    _ => *set,
                };
                Successor { label: *to, state: Ok(At(*to, known.rotate_left(*add))) }
            })
            .collect();
        if self.bug == Some(Law::Deterministic) && self.calls().is_multiple_of(2) {
            out.reverse();
        }
        out
    }

    fn control(&self, state: &At) -> u64 {
        match self.bug {
            Some(Law::Control) => u64::from(state.0) << 8 | u64::from(state.1),
            _ => u64::from(state.0),
        }
    }

    fn fingerprint(&self, state: &At) -> u64 {
        let all = u64::from(state.0) << 8 | u64::from(state.1);
        if self.bug == Some(Law::Fingerprint) { all + self.calls() } else { all }
    }

    fn leq(&mut self, a: &At, b: &At) -> bool {
        let below = a.0 == b.0 && a.1 & !b.1 == 0;
        match self.bug {
            Some(Law::Reflexive) => below && a.1 != b.1,
            Some(Law::Transitive) => below && (a.1 ^ b.1).count_ones() <= 1,
            Some(Law::Gamma) => a.0 == b.0 && a.1.count_ones() <= b.1.count_ones(),
            _ => below,
        }
    }

    fn merge(&mut self, new: &At, old: &At) -> Option<At> {
        if self.bug == Some(Law::Merge) {
            return (new != old).then_some(*new);
        }
        let joined = At(old.0, old.1 | new.1);
        (self.join && joined != *old).then_some(joined)
    }

    /// Where more states were reached than the toy has patience for, everything is forgotten from there on.
    fn prec(&mut self, At(loc, set): At, precision: &u32, reached: &dyn ReachedSet<At>) -> (At, u32) {
        let there = (0..reached.added()).filter(|i| reached.state(*i).is_some_and(|at| at.0 == loc)).count();
        let precision = if self.patience.is_some_and(|patience| there >= patience) { 0 } else { *precision };
        let adjusted = match self.bug {
            Some(Law::Prec) => At(loc, if set.count_ones() > 1 { set & (set - 1) } else { set }),
            _ => At(loc, if set.count_ones() > precision { 0xff } else { set }),
        };
        (adjusted, precision)
    }

    fn thread(step: &u16) -> ThreadIx {
        ThreadIx(*step)
    }

    fn is_target(&mut self, state: &At) -> bool {
        Some(state.0) == self.target
    }
}

/// Plans the threads in groups, without those asleep.
pub struct Groups(pub Vec<Vec<(u16, ThreadSet)>>);

impl Scheduler<Toy> for Groups {
    fn plan(&mut self, _: &At, asleep: ThreadSet) -> Plan<u16> {
        let group = |steps: &Vec<(u16, ThreadSet)>| -> Vec<PlannedStep<u16>> {
            let awake = steps.iter().filter(|(thread, _)| !asleep.contains(ThreadIx(*thread)));
            awake.map(|(step, asleep)| PlannedStep { step: *step, asleep: *asleep, counts: true }).collect()
        };
        Plan { groups: self.0.iter().map(group).filter(|g| !g.is_empty()).collect() }
    }
}

/// All threads in one group, nobody asleep.
pub fn everybody() -> Groups {
    Groups(vec![vec![(0, ThreadSet::NONE), (1, ThreadSet::NONE)]])
}
