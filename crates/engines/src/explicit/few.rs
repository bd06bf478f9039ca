//! A look at few threads, where a program makes many.
//!
//! **Idea.** Errors of programs that start the same thread over and over need two or three of them (S. Qadeer, J. Rehof, TACAS 2005, for context switches; R. Alur et al. for threads). But the reduction lets `main` go on
//! until it has made them all, and breadth first all interleavings of all of them come before any error. So after some states the search pauses, and another one
//! looks at the same program with a few threads at a time: where `main` wants one more it waits for ever.
//!
//! **Soundness.** It looks at fewer executions, and what it finds is replayed with as many threads as are allowed. That it finds nothing says nothing. Addresses are the same, so that an execution stays one.

use std::collections::BTreeSet;

use raddle_evidence::{Assumption, Counterexample, Property};
use raddle_machine::Machine;
use raddle_program::Program;
use raddle_semantics::dependence::Dependence;

use super::frontier::Strategy;
use super::quest::{Quest, Sought, find};
use crate::config::Config;
use crate::limits::Limits;

/// How many threads there may be at the same time, `main` included.
const NUMBERS: [u16; 2] = [3, 4];

/// How much is done for each of these numbers.
const WORK: u64 = 30_000;

/// How many states are expanded before.
pub(super) const AFTER: u32 = 1_000;

/// Whether a program may start many threads with the same routine.
pub(super) fn makes_many(dependence: &Dependence<'_>) -> bool {
    dependence.machine().points_to().thread_starts().any(|start| dependence.may_start_twice(start))
}

/// Looks for a violation with few threads.
pub(super) fn violation(
    program: &Program,
    property: Property,
    config: &Config,
    limits: &Limits,
) -> Option<(Box<Counterexample>, BTreeSet<Assumption>)> {
    for threads in NUMBERS {
        let mut options = limits.machine(config);
        if options.max_threads <= threads {
            return None;
        }
        options.at_once = Some(threads);
        let machine = Machine::new(program, property.watching(options));
        let dependence = Dependence::new(&machine, property);
        let quest = Quest { strategy: Strategy::BreadthFirst, work: WORK, may_move: None };
        match find(&dependence, property, config, limits, &quest) {
            Sought::Violation(counterexample, assumptions) => return Some((counterexample, assumptions)),
            Sought::Nothing { .. } => {}
        }
    }
    None
}
