//! Who moves: the steps that have to be taken in a state.
//!
//! The analysis says what a step does; the scheduler says which steps matter. A reduction is a scheduler that plans
//! fewer of them. Two kinds of information make that possible without knowing the analysis:
//!
//! - a plan has *groups*. The first group is enough if one of its steps leads to nodes that will be expanded later,
//!   whichever way it goes; if not, the next group is due as well. That is how a persistent set is kept from ignoring a
//!   thread for ever. (One way is not enough: the step may go that way only for some of the concrete states, and those
//!   for which another thread's violation exists may all go the other way, back to a node that covers them.)
//! - a node has *sleeping* threads: their steps have been taken from a node before, and everything that follows from them
//!   here follows from them there. The plan says for each step who sleeps after it.

use crate::cpa::Cpa;

/// A set of threads as bits; only the first 64 threads can be in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Threads(pub u64);

impl Threads {
    /// Nobody.
    pub const NONE: Threads = Threads(0);

    /// Whether a thread belongs to the set.
    pub fn contains(self, thread: u16) -> bool {
        thread < 64 && self.0 >> thread & 1 == 1
    }

    /// The set with one more thread, if it can hold it.
    #[must_use]
    pub fn with(self, thread: u16) -> Threads {
        if thread < 64 { Threads(self.0 | 1 << thread) } else { self }
    }

    /// Who is in both.
    #[must_use]
    pub fn and(self, other: Threads) -> Threads {
        Threads(self.0 & other.0)
    }

    /// Who is in this set but not in the other.
    #[must_use]
    pub fn without(self, other: Threads) -> Threads {
        Threads(self.0 & !other.0)
    }

    /// Whether nobody is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A step that has to be taken.
#[derive(Clone, Debug)]
pub struct PlannedStep<S> {
    /// The step.
    pub step: S,
    /// Who need not move after it.
    pub asleep: Threads,
}

/// The steps of a node.
#[derive(Clone, Debug)]
pub struct Plan<S> {
    /// Groups of steps: the next is due unless a step of those before leads to a node that is expanded later.
    pub groups: Vec<Vec<PlannedStep<S>>>,
}

/// Says which steps of a state have to be taken.
pub trait Scheduler<A: Cpa> {
    /// The plan for a state in which some threads sleep.
    ///
    /// Law: the steps of all groups are all steps of the state but those of sleeping threads.
    fn plan(&mut self, state: &A::State, asleep: Threads) -> Plan<A::Step>;
}
