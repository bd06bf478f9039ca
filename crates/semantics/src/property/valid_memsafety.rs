//! `valid-memsafety`: every access is inside an object that lives (`valid-deref`), only heap blocks that live are freed, at their start
//! (`valid-free`), and no heap block is lost before it is freed (`valid-memtrack`, [`crate::lost`]).
//!
//! **Accesses and frees** are steps. Whether such a step is right depends on who frees the object or returns from its function, and these steps are dependent:
//! `free` and the end of a frame write what they take away, in footprints and summaries alike. A step whose address leads nowhere touches all
//! that its pointer may point to.
//!
//! **Losses** are looked for in every state that is stored and at the end of the program. A block that is lost stays lost, so no order of steps hides
//! it but for the end, which is in nobody's future: a thread could have saved a pointer before the end and does so in every interleaving that is explored. The
//! end of the program takes away the frame of `main` and nothing else, so that would be a read of a local of `main`; its return, which writes all locals whose
//! address others know, is in its future. Every other step leaves tracked no more than was tracked before: a pointer comes from a pointer that somebody has.

use std::cell::OnceCell;

use raddle_machine::{Halt, HaltKind, Machine, ObjectKind, ObjectMeta, Progress, State, ThreadIx, Undefined, Watch};
use raddle_program::{Span, library};

use super::{Definition, ViolationKind, Words};
use crate::dependence::Dependence;
use crate::lost::lost_blocks;
use raddle_program::analysis::Liveness;

pub(super) struct ValidMemsafety;

impl Definition for ValidMemsafety {
    fn words(&self) -> Words {
        Words {
            name: "valid-memsafety",
            violation: "Memory is accessed that is not there, freed that cannot be freed, or lost in some interleaving.",
            formulas: &["G valid-free", "G valid-deref", "G valid-memtrack"],
        }
    }

    fn name_of(&self, violation: ViolationKind) -> &'static str {
        match violation {
            ViolationKind::Undefined(Undefined::Free) => "valid-free",
            ViolationKind::Lost => "valid-memtrack",
            ViolationKind::Undefined(_) | ViolationKind::Error | ViolationKind::Deadlock | ViolationKind::Race(..) => {
                "valid-deref"
            }
        }
    }

    fn watch(&self) -> Watch {
        Watch { memory: true, ..Watch::default() }
    }

    fn in_halt(&self, halt: &Halt) -> Option<ViolationKind> {
        match halt.kind {
            HaltKind::Undefined(kind @ (Undefined::Dereference | Undefined::Free)) => {
                Some(ViolationKind::Undefined(kind))
            }
            HaltKind::Undefined(Undefined::Overflow | Undefined::Other)
            | HaltKind::Unsupported
            | HaltKind::TooManyCases
            | HaltKind::Imprecise
            | HaltKind::Layout
            | HaltKind::Limit
            | HaltKind::Unwound
            | HaltKind::Oracle => None,
        }
    }

    fn in_state(&self, dependence: &Dependence<'_>, state: &State) -> Result<Option<ViolationKind>, Halt> {
        lost(dependence.machine(), dependence.liveness(), state)
    }

    fn in_step(
        &self,
        progress: Progress,
        machine: &Machine<'_>,
        liveness: &OnceCell<Liveness>,
        state: &State,
    ) -> Result<Option<ViolationKind>, Halt> {
        match progress {
            Progress::Ran => Ok(None),
            Progress::Error(_) | Progress::Ended(_) => lost(machine, liveness, state),
        }
    }

    fn at_end(
        &self,
        machine: &Machine<'_>,
        liveness: &OnceCell<Liveness>,
        state: &State,
        _racing: Option<(ThreadIx, ThreadIx)>,
    ) -> Option<ViolationKind> {
        lost(machine, liveness, state).ok().flatten()
    }
}

/// Whether a block is lost. Of memory that only the library knows nobody says who has to free it.
fn lost(machine: &Machine<'_>, liveness: &OnceCell<Liveness>, state: &State) -> Result<Option<ViolationKind>, Halt> {
    let blocks = lost_blocks(machine, liveness, state);
    let program = machine.program();
    let is_owned = |block: &ObjectMeta| match block.kind {
        ObjectKind::Heap(function, _) => {
            let function = &program.functions[function];
            !function.internal || library::gives_memory(&function.name)
        }
        _ => false,
    };
    match (blocks.iter().any(is_owned), blocks.is_empty()) {
        (true, _) => Ok(Some(ViolationKind::Lost)),
        (false, true) => Ok(None),
        (false, false) => {
            let what = "memory of the library is no longer pointed to, and who has to free it is not modelled";
            Err(Halt::new(HaltKind::Unsupported, what, Span::NONE))
        }
    }
}
