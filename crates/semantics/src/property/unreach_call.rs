//! `unreach-call`: no error function is called and no assertion fails.
//!
//! The violation is a step, and a step of one thread alone: the error edge touches nothing, so its thread takes it as soon as it gets there, and
//! whatever leads it there is ordered with whom it depends on. So no reduction hides one.

use std::cell::OnceCell;

use raddle_machine::{Halt, Machine, Progress, State};

use super::{Definition, ViolationKind, Words};
use raddle_program::analysis::Liveness;

pub(super) struct UnreachCall;

impl Definition for UnreachCall {
    fn words(&self) -> Words {
        Words {
            name: "unreach-call",
            violation: "An error function is called or an assertion fails in some interleaving.",
            // `G ! call(f())` is read apart, for any f.
            formulas: &[],
        }
    }

    fn in_step(
        &self,
        progress: Progress,
        _machine: &Machine<'_>,
        _liveness: &OnceCell<Liveness>,
        _state: &State,
    ) -> Result<Option<ViolationKind>, Halt> {
        match progress {
            Progress::Error(_) => Ok(Some(ViolationKind::Error)),
            Progress::Ran | Progress::Ended(_) => Ok(None),
        }
    }

    fn is_about_errors(&self) -> bool {
        true
    }

    fn is_seen_by_single_threads(&self) -> bool {
        true
    }
}
