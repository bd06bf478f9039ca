//! Executions that nobody may believe: the mark, and what a violation behind it is.
//!
//! **Idea.** Where the model of a library function cannot say all that the library promises, it says so (`__raddle_inexact`): from there on
//! more may happen than in any real execution. A proof that covers it all still counts; a violation does not. So the first
//! such step is remembered in the state, and a violation in a marked state is no violation but a [`Halt`]: a reason for UNKNOWN, like everything
//! else that cannot be followed. The search goes on elsewhere, and what an abstraction only imagines is refuted as any other halt is.
//!
//! **Cost.** States that differ in the mark only are two. They have to be: an execution that reaches the same place without the mark
//! may find a violation that counts.
//!
//! **Rejected**: looking for the mark when a counterexample is replayed. By then the search has thrown away the other executions that
//! lead to the same state.

use std::sync::Arc;

use raddle_program::{NondetKind, Op};

use crate::halt::Halt;
use crate::machine::Machine;
use crate::state::{Inexact, State, ThreadIx};

impl Machine<'_> {
    /// Remembers that the next step of a thread is the first behind which only proofs count.
    pub(crate) fn mark_inexact(&self, state: &mut State, thread: ThreadIx) {
        let Some(at) = self.edge(state, thread).filter(|_| state.sync.inexact.is_none()) else { return };
        let place = |frame: &crate::state::Frame| {
            let function = &self.program().functions[frame.func];
            (!function.internal).then(|| function.first_edge(frame.loc).map(|edge| function.edge(edge).span))?
        };
        let own = self.program().functions[at.0].edge(at.1).span;
        let span = state.threads[thread.0 as usize].frames.iter().rev().find_map(place).unwrap_or(own);
        Arc::make_mut(&mut state.sync).inexact = Some(Inexact { at, span });
    }

    /// Why a violation in this state is not to be believed, if so.
    pub fn disbelief(&self, state: &State) -> Option<Halt> {
        let Inexact { at: (function, edge), span } = state.sync.inexact?;
        let edge = self.program().functions[function].edge(edge);
        let Op::Nondet { kind: NondetKind::Inexact(what), .. } = &edge.op else { return None };
        Some(Halt::inexact(what, span))
    }
}
