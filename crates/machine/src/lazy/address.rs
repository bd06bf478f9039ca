//! Knowing where a thread is about to access memory.

use crate::halt::Halt;
use crate::machine::Machine;
use crate::oracle::Oracle;
use crate::state::{State, ThreadIx};

impl Machine<'_> {
    /// If the next edge of a thread accesses memory at an address that is not decided yet, has the oracle decide it now
    /// rather than when the edge is executed. The state need not change: the oracle remembers.
    ///
    /// Race detection looks at pairs of pending accesses, so it has to know where they are.
    pub fn decide_address<O: Oracle>(&self, state: &State, thread: ThreadIx, oracle: &mut O) -> Result<(), Halt> {
        let Some((function, edge)) = self.edge(state, thread) else { return Ok(()) };
        let Some(access) = self.program.functions[function].edge(edge).op.access() else { return Ok(()) };
        let Some(frame) = state.threads[thread.0 as usize].frames.last() else { return Ok(()) };
        if self.fast(access.addr, frame, thread).is_none() {
            self.eval_exact(access.addr, frame, thread, oracle)?;
        }
        Ok(())
    }
}
