//! `no-data-race`: no two threads access the same memory at the same time, one of them writing, not both atomically.
//!
//! The violation is a state ([`crate::race`]): both accesses are the next steps of threads that can move. Two such steps are dependent, so the reduction
//! keeps a state in which both are next. Inside an atomic section no state is stored, so the test is made in front of each edge there.
//! Analyses of single threads look for it in pairs of views ([`crate::view::Stand`]).

use std::cell::OnceCell;

use raddle_machine::{Halt, Machine, State, ThreadIx, Watch};

use super::{Definition, ViolationKind, Words};
use crate::dependence::Dependence;
use crate::race::{could_move, find_race, find_section_race, racing_accesses};
use raddle_program::analysis::Liveness;

pub(super) struct NoDataRace;

impl Definition for NoDataRace {
    fn words(&self) -> Words {
        Words {
            name: "no-data-race",
            violation: "Two threads access the same memory at the same time and one of them writes.",
            formulas: &["G ! data-race"],
        }
    }

    fn watch(&self) -> Watch {
        Watch { reads: true, ..Watch::default() }
    }

    fn in_state(&self, dependence: &Dependence<'_>, state: &State) -> Result<Option<ViolationKind>, Halt> {
        Ok(find_race(dependence, state)?.map(|(a, b)| ViolationKind::Race(a, b)))
    }

    fn in_section(
        &self,
        dependence: &Dependence<'_>,
        state: &State,
        thread: ThreadIx,
    ) -> Result<Option<ViolationKind>, Halt> {
        Ok(find_section_race(dependence, state, thread)?.map(|other| ViolationKind::Race(thread, other)))
    }

    fn at_end(
        &self,
        machine: &Machine<'_>,
        _liveness: &OnceCell<Liveness>,
        state: &State,
        racing: Option<(ThreadIx, ThreadIx)>,
    ) -> Option<ViolationKind> {
        let (a, b) = racing?;
        let exists = |thread: ThreadIx| (thread.0 as usize) < state.threads.len();
        if a == b || !exists(a) || !exists(b) || state.ended.is_some() {
            return None;
        }
        let can = |thread, other| could_move(machine, state, thread, other);
        let both_in_sections = [a, b].iter().all(|t| state.threads[t.0 as usize].atomic > 0);
        if both_in_sections || !can(a, b) || !can(b, a) {
            return None;
        }
        racing_accesses(machine, state, a, b).map(|_| ViolationKind::Race(a, b))
    }

    fn looks_at_next_accesses(&self) -> bool {
        true
    }

    fn is_about_pairs(&self) -> bool {
        true
    }

    fn is_seen_by_single_threads(&self) -> bool {
        true
    }
}
