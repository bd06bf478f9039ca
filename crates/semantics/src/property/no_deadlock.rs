//! `no-deadlock`: never does some thread wait while none can move any more.
//!
//! The violation is a state ([`crate::race::is_deadlock`]) in which no step is left; persistent sets keep every state from which nobody can move.

use std::cell::OnceCell;

use raddle_machine::{Halt, Machine, State, ThreadIx};

use super::{Definition, ViolationKind, Words};
use crate::dependence::Dependence;
use crate::race::is_deadlock;
use raddle_program::analysis::Liveness;

pub(super) struct NoDeadlock;

impl Definition for NoDeadlock {
    fn words(&self) -> Words {
        Words {
            name: "no-deadlock",
            violation: "Some thread waits and no thread can ever move again.",
            formulas: &["G ! deadlock"],
        }
    }

    fn in_state(&self, dependence: &Dependence<'_>, state: &State) -> Result<Option<ViolationKind>, Halt> {
        Ok(self.at_end(dependence.machine(), dependence.liveness(), state, None))
    }

    fn at_end(
        &self,
        machine: &Machine<'_>,
        _liveness: &OnceCell<Liveness>,
        state: &State,
        _racing: Option<(ThreadIx, ThreadIx)>,
    ) -> Option<ViolationKind> {
        (state.ended.is_none() && is_deadlock(machine, state)).then_some(ViolationKind::Deadlock)
    }
}
