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

use raddle_machine::ThreadSet;

use crate::cpa::Cpa;

/// A step that has to be taken.
#[derive(Clone, Debug)]
pub struct PlannedStep<S> {
    /// The step.
    pub step: S,
    /// Who need not move after it.
    pub asleep: ThreadSet,
    /// Whether the next group may be left out because of it, if it leads to nodes that are expanded later.
    pub counts: bool,
}

/// The steps of a node.
#[derive(Clone, Debug)]
pub struct Plan<S> {
    /// Groups of steps: the next is due unless a step of those before that counts leads to a node that is expanded later.
    pub groups: Vec<Vec<PlannedStep<S>>>,
}

/// Says which steps of a state have to be taken.
pub trait Scheduler<A: Cpa> {
    /// The plan for a state in which some threads sleep.
    ///
    /// Law: the steps of all groups are all steps of the state but those of sleeping threads.
    fn plan(&mut self, state: &A::State, asleep: ThreadSet) -> Plan<A::Step>;
}
