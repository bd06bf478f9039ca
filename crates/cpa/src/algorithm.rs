//! CPA+: one loop for all analyses.
//!
//! It is the algorithm of Beyer, Henzinger and Théoduloz (ASE 2008) with two additions that multi-threaded programs need:
//! steps come from a [`Scheduler`] in groups, and nodes have sleeping threads. What is not about the algorithm (limits,
//! progress, statistics, reasons for UNKNOWN) is told to an [`Observer`].
//!
//! **Soundness.** When the loop ends with [`End::Exhausted`] and no halt was observed, the γ of all nodes together
//! contain every reachable state that the scheduler has not shown to be unnecessary, and none of them is a target.

use raddle_machine::{Halt, ThreadSet};

use crate::arg::{Arg, NodeId, Origin};
use crate::cpa::{Cpa, Successor};
use crate::scheduler::{PlannedStep, Scheduler};

/// Why the exploration is over.
#[derive(Debug)]
pub enum End<A: Cpa> {
    /// Nothing is left to be expanded.
    Exhausted,
    /// A target; how it was reached.
    Target(A::State, Origin<A>),
    /// The observer said so.
    Stopped,
}

/// Who watches the exploration.
pub trait Observer<A: Cpa> {
    /// A node is about to be expanded; false ends the exploration.
    fn expanding(&mut self, arg: &Arg<A>, node: NodeId) -> bool;

    /// A way of a step cannot be followed; false ends the exploration.
    fn halted(&mut self, halt: Halt, origin: &Origin<A>) -> bool;

    /// A target was reached; false if it is known that it leads nowhere, and the exploration goes on without it.
    fn reached(&mut self, _origin: &Origin<A>) -> bool {
        true
    }
}

/// Explores until nothing is left, a target is found, or the observer has had enough. A graph that was explored before is
/// taken up where it was left.
pub fn explore<A: Cpa>(
    cpa: &mut A,
    scheduler: &mut impl Scheduler<A>,
    precision: &A::Precision,
    arg: &mut Arg<A>,
    observer: &mut impl Observer<A>,
) -> End<A> {
    if arg.is_empty() {
        for successor in cpa.initial(precision) {
            if let Err(end) = reach(cpa, arg, None, ThreadSet::NONE, precision, successor, observer) {
                return end;
            }
        }
    }
    while let Some(node) = arg.next() {
        if !observer.expanding(arg, node) {
            arg.expand_again(node, arg.node(node).precision.clone());
            return End::Stopped;
        }
        let (state, precision) = (arg.node(node).state.clone(), arg.node(node).precision.clone());
        // What is merged into the node from now on is not where its successors come from.
        let origins = arg.node(node).origins.len() as u32;
        let plan = scheduler.plan(&state, arg.node(node).asleep);
        for (groups, group) in plan.groups.iter().enumerate() {
            let mut later = false;
            for PlannedStep { step, asleep, counts } in group {
                let (mut waiting, mut all) = (false, true);
                for successor in cpa.post(&state, step, &precision) {
                    match reach(cpa, arg, Some((node, step, origins)), *asleep, &precision, successor, observer) {
                        Ok(Some(next)) if arg.is_waiting(next) => waiting = true,
                        Ok(Some(_)) => all = false,
                        Ok(None) => {}
                        Err(end) => return end,
                    }
                }
                later |= *counts && waiting && all;
            }
            arg.set_groups_taken(node, groups as u32 + 1);
            if later {
                break;
            }
        }
    }
    End::Exhausted
}

/// Merges, stops or adds a new state; the node that stands for it now.
fn reach<A: Cpa>(
    cpa: &mut A,
    arg: &mut Arg<A>,
    from: Option<(NodeId, &A::Step, u32)>,
    asleep: ThreadSet,
    precision: &A::Precision,
    successor: Successor<A::State, A::Label>,
    observer: &mut impl Observer<A>,
) -> Result<Option<NodeId>, End<A>> {
    let origin = Origin {
        from: from.map(|(node, step, _)| (node, step.clone())),
        label: successor.label,
        parent_origins: from.map_or(0, |(_, _, origins)| origins),
        piece: None,
    };
    let (state, precision) = match successor.state {
        Ok(state) => cpa.prec(state, precision, arg),
        Err(halt) => return if observer.halted(halt, &origin) { Ok(None) } else { Err(End::Stopped) },
    };
    if cpa.is_target(&state) {
        return if observer.reached(&origin) { Err(End::Target(state, origin)) } else { Ok(None) };
    }
    let candidates = arg.candidates(cpa.control(&state), cpa.fingerprint(&state));
    for old in &candidates {
        if let Some(joined) = cpa.merge(&state, &arg.node(*old).state) {
            arg.enlarge(cpa, *old, joined, origin.clone(), state.clone());
        }
    }
    for old in candidates {
        if cpa.leq(&state, &arg.node(old).state) {
            arg.cover(from.map(|(node, ..)| node), old, asleep);
            return Ok(Some(old));
        }
    }
    Ok(Some(arg.add(cpa, state, precision, origin, asleep)))
}
